//! A document of either format: its text, and where its values stand in it.

use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::document::json::JsonDocument;
use fieldwright::document::yaml::{Dialect, Style, YamlStream};
use fieldwright::document::{Document, Format, ReadOptions};
use fieldwright::expression::Address;
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::Plan;
use fieldwright::value::Node;

fn options(format: Format) -> ReadOptions<'static, 'static> {
    ReadOptions { format, dialect: Dialect::Kubernetes, limits: Limits::DEFAULT, addresses: None }
}

fn location(text: &str) -> Location {
    let address = Address::parse(text, &Limits::DEFAULT).expect("an address");
    address.to_location().expect("a place")
}

#[test]
fn values_have_their_places_in_the_text() {
    let json = " {\"a\": {\"b\": [1, \"x\", null]}, \"é\": 2} ";
    let yaml = "a:\n  b: [1, x, ~]\né: 2\n";
    for (format, text, places) in [
        (
            Format::Json,
            json,
            [
                (".a.b[0]", "1"),
                (".a.b[1]", "\"x\""),
                (".a.b[2]", "null"),
                (".a.b", "[1, \"x\", null]"),
                (".[\"é\"]", "2"),
                (".", json.trim()),
            ],
        ),
        (
            Format::ByContent,
            yaml,
            [
                (".a.b[0]", "1"),
                (".a.b[1]", "x"),
                (".a.b[2]", "~"),
                (".a.b", "[1, x, ~]"),
                (".[\"é\"]", "2"),
                (".a", "b: [1, x, ~]"),
            ],
        ),
    ] {
        let document = Document::parse(text, &options(format)).expect("it reads");
        assert_eq!(document.text(), text);
        assert_eq!(document.apply(&[]).expect("no plan"), text);
        assert_eq!(document.apply(&[(0, &Plan::default())]).expect("an empty plan"), text);
        for (place, wanted) in places {
            let span = document.span_of(0, &location(place)).expect(place);
            assert_eq!(span.of(text).trim_end(), wanted, "{place}");
        }
        for missing in [".none", ".a.b[3]", ".a.b.c", ".[\"é\"][0]"] {
            assert_eq!(document.span_of(0, &location(missing)), None, "{missing}");
        }
        let root = document.root(0);
        let list = root.member("a").last().and_then(|a| a.member("b").last()).expect("a list");
        assert_eq!(
            list.entry(0).and_then(|entry| entry.as_number().map(|number| number.text().into_owned())).as_deref(),
            Some("1")
        );
        assert_eq!(list.entry(1).and_then(Node::as_str).as_deref(), Some("x"));
        assert!(list.entry(3).is_none());
    }
    let document = JsonDocument::parse(json, &Limits::DEFAULT).expect("it reads");
    assert_eq!(document.span_of(&location(".a.b[1]")).map(|span| span.of(json)), Some("\"x\""));
    assert_eq!(document.span_of(&location(".b")), None);
    let stream = Document::parse("a: 1\n---\nb: 2\n", &options(Format::ByContent)).expect("it reads");
    assert_eq!(stream.span_of(1, &location(".b")).map(|span| span.start), Some(12));
    assert_eq!((stream.span_of(0, &location(".b")), stream.span_of(2, &location(".b"))), (None, None));
}

#[test]
fn scalars_have_their_styles() {
    let text = "a: 'x'\n\"b\": [y, \"z\"]\nc: |\n  t\nd: >\n  u\ne:\n";
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).expect("it reads");
    let scalars = stream.scalars();
    let found: Vec<(Style, String)> =
        scalars.map(|(style, span)| (style, span.of(text).split('\n').next().unwrap_or_default().to_owned())).collect();
    let count = |style: Style| found.iter().filter(|(found, _)| *found == style).count();
    assert_eq!((count(Style::Single), count(Style::Double), count(Style::Literal), count(Style::Folded)), (1, 2, 1, 1));
    for wanted in ["a", "'x'", "\"b\"", "y", "\"z\"", "c", "d", "e"] {
        assert!(found.iter().any(|(_, text)| text == wanted), "{wanted} in {found:?}");
    }
}

/// What says it is JSON is read as JSON only; what says nothing, as what it looks like.
#[test]
fn the_format_is_asked() {
    for (format, text, want) in [
        (Format::Json, "a: 1\n", Some(Code::InvalidDocument)),
        (Format::ByContent, "a: 1\n", None),
        (Format::ByContent, "{\"a\": 1}", None),
        (Format::ByContent, "{\"a\": 1", Some(Code::InvalidDocument)),
        (Format::ByContent, "{a: 1}", None),
        (Format::ByContent, "a: [1\n", Some(Code::InvalidDocument)),
    ] {
        let found = Document::parse(text, &options(format)).err().map(|error| error.diagnose().code);
        assert_eq!(found, want, "{format:?} {text:?}");
    }
}
