# The functions of the vocabulary that jq itself can say, with gojq's results.

def not: if . then false else true end;
def select(f): if f then . else empty end;
def map(f): [.[] | f];
def values: select(. != null);
def nulls: select(. == null);
def booleans: select(type == "boolean");
def numbers: select(type == "number");
def strings: select(type == "string");
def arrays: select(type == "array");
def objects: select(type == "object");
def iterables: select(type | . == "array" or . == "object");
def scalars: select(type | . != "array" and . != "object");
def finites: select(isfinite);
def normals: select(isnormal);
def toarray: if type == "array" then . else [.] end;

def error: if . == null then empty else _error end;
def error($message): $message | error;
def range($to): range(0; $to; 1);
def range($from; $to): range($from; $to; 1);
def limit($n; f): if $n > 0 then _limit($n; f) elif $n == 0 then empty else f end;
# A character of a text is a result here, and no place.
def nth($n):
  if type == "string" and ($n | type) == "number" then explode[$n] | if . == null then . else [.] | implode end
  else .[$n] end;
def first: nth(0);
def last: nth(-1);
def last(f): first(_final(f), null);
def nth($n; f): if $n < 0 then error("nth needs an index from 0") else first(_skip($n | ceil; f)) end;
def isempty(f): first((f | false), true);
def any(f): any(.[]; f);
def any(g; f): isempty(first(g | f | select(.))) | not;
def all(f): all(.[]; f);
def all(g; f): isempty(first(g | f | select(. | not)));
def add(f): [f] | add;
def in(xs): . as $key | xs | has($key);
def IN(s): any(s == .; .);
def IN(src; s): any(src == s; .);
def INDEX(f): INDEX(.[]; f);
def INDEX(s; f): reduce s as $row ({}; . + {($row | f | tostring): $row});

def has($key): _has($key);
def contains($b): _contains($b);
def inside($b): . as $a | $b | _contains($a);
def indices($wanted): _indices($wanted);
def index($wanted): _indices($wanted) | .[0];
def rindex($wanted): _indices($wanted) | .[-1:][0];
def keys_unsorted: keys;
def with_entries(f): to_entries | map(f) | from_entries;
def flatten: _flatten(1e9);
def flatten($depth): _flatten($depth);
def combinations($n): . as $list | [range($n) | $list] | combinations;
def paths: path(..) | select(length > 0);
def paths(f): path(.. | select(f)) | select(length > 0);
def leaf_paths: paths(scalars);

def ascii: [.] | implode;
def join($separator): _join($separator);
def split($separator): _split($separator);

def _flags($flags): if $flags == null then "" else $flags end;
# A pattern is matched in steps of its states times the text; with "g" each byte may become a match of its own.
def _cost($re; $flags):
  _work(utf8bytelength * ($re | _pattern_cost) / 64 + ($re | _pattern_cost) / 16
    + (if $flags | index("g") then utf8bytelength * 4 else 0 end));
def _matches($re; $flags):
  if $re | type == "array" then _flags($re[1]) as $flags | _cost($re[0]; $flags) | matches($re[0]; $flags)
  else _flags($flags) as $flags | _cost($re; $flags) | matches($re; $flags) end;
def _capture($groups): $groups + (map(select(.name != null) | {(.name): .string}) | add);

def test($re): test($re; null);
def test($re; $flags): _matches($re; $flags) | length > 0;
def match($re): match($re; null);
def match($re; $flags): _matches($re; $flags)[] | .[0] + {captures: (.[1:] | map({name: null} + .))};
def capture($re): capture($re; null);
def capture($re; $flags):
  (if $re | type == "array" then $re[0] else $re end | _groups) as $groups | _matches($re; $flags)[] | _capture($groups);
def scan($re): scan($re; null);
def scan($re; $flags):
  _matches($re; "g" + _flags($flags))[] | map(.string) | if length > 1 then .[1:] else .[0] end;
def split($re; $flags): ("g" + _flags($flags)) as $flags | _cost($re; $flags) | split_($re; $flags);
def splits($re): split($re; null)[];
def splits($re; $flags): split($re; $flags)[];
def sub($re; f): sub($re; f; null);
def sub($re; f; $flags):
  ($re | _groups) as $groups | _flags($flags) as $flags | _cost($re; $flags) | split_matches($re; $flags)
  | map(if type == "array" then [_capture($groups) | f] else [.] end) | reverse
  | combinations | [""] + reverse | add;
def gsub($re; f): sub($re; f; "g");
def gsub($re; f; $flags): sub($re; f; "g" + _flags($flags));

def @text: tostring;
def @json: tojson;
def @html: tostring | _html;
def @uri: tostring | _uri;
def @csv: _csv;
def @tsv: _tsv;
def @sh: _sh;
def @base64: tostring | encode_base64;
def @base64d: tostring | decode_base64;

# A number of seconds that no calendar has would overflow inside.
def _instant: if type == "number" and (. > 1e12 or . < -1e12) then error("no date is so far away") else . end;
def gmtime: _instant | _gmtime;
def strftime($format): _instant | _strftime($format);
def todateiso8601: _instant | _todateiso8601;

# `%Q` and `%:Q` look a time zone up on the machine.
def strptime($format):
  if $format | test("%:?Q") then error("a time zone by name is not read here") else _strptime($format) end;
def todate: todateiso8601;
def fromdate: fromdateiso8601;

def significand: if . == 0 or isinfinite or isnan then . else scalbln(.; -ilogb) end;
def logb: if . == 0 then -infinite elif isinfinite then infinite elif isnan then . else ilogb end;
def gamma: tgamma;
def drem($a; $b): remainder($a; $b);
def nexttoward($a; $b): nextafter($a; $b);
def scalb($a; $b): $a * pow(2; $b);
