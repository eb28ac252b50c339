//! The list of codes. Each has a page of the same name in `docs/codes.md`; a test compares the two.

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $class:ident;)*) => {
        /// A stable name for one kind of refusal or error.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The kebab-case text: what messages, reports and `rule` use.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Whether this is told beside an answer and changes no exit status.
            pub const fn is_warning(self) -> bool {
                matches!(match self { $(Self::$name => Class::$class,)* }, Class::Warning)
            }

            /// Whether the input or the call itself is at fault (exit status 2) and not the answer (1).
            pub const fn is_bad_input(self) -> bool {
                matches!(match self { $(Self::$name => Class::$class,)* }, Class::BadInput)
            }
        }
    };
}

enum Class {
    /// Told beside an answer, which stands.
    Warning,
    Refused,
    BadInput,
}

codes! {
    /// The text is not an expression, or not an edit
    Syntax = "syntax", BadInput;
    /// Syntax of jq that this reader does not know
    UnsupportedSyntax = "unsupported-syntax", BadInput;
    /// A key that needs quotes stands without them
    UnquotedKey = "unquoted-key", BadInput;
    /// A function that does not exist is called
    UndefinedFunction = "undefined-function", BadInput;
    /// A variable that nothing declares or supplies is read
    UndefinedVariable = "undefined-variable", BadInput;
    /// A construct that a definition must not hold
    Forbidden = "forbidden", Refused;
    /// A formula stands where a place to write is needed
    NotAnAddress = "not-an-address", Refused;
    /// A text is longer than its limit
    TooLarge = "too-large", BadInput;
    /// A text is nested deeper than its limit
    TooDeep = "too-deep", BadInput;
    /// A formula used up its steps, results or bytes
    BudgetExceeded = "budget-exceeded", Refused;
    /// A formula failed on this document
    EvaluationFailed = "evaluation-failed", Refused;

    /// An address matches nothing
    NoMatch = "no-match", Refused;
    /// Something else stands where an object or a list is needed
    TypeMismatch = "type-mismatch", Refused;
    /// An index past the end of its list
    IndexOutOfRange = "index-out-of-range", Refused;
    /// A JSON member that is addressed stands twice
    DuplicateMember = "duplicate-member", Refused;
    /// A list key that is addressed stands twice
    DuplicateKey = "duplicate-key", Refused;
    /// A write would change the key that finds its entry
    KeyFieldWrite = "key-field-write", Refused;
    /// A keyed entry has no key
    EmptyKey = "empty-key", Refused;
    /// Two assignments of one plan overlap
    ConflictingWrites = "conflicting-writes", Refused;
    /// Two members of a group that excludes them are set in one call
    ExclusiveFields = "exclusive-fields", Refused;
    /// The document itself would be removed
    WholeDocument = "whole-document", Refused;
    /// The document is not the one that the plan was made on
    Stale = "stale", Refused;
    /// An output form cannot say what the plan does
    Inexpressible = "inexpressible", Refused;
    /// A merge directive that does not exist, or that does not fit
    UnknownDirective = "unknown-directive", Refused;

    /// Several instances and none named
    Ambiguous = "ambiguous", Refused;
    /// A component that the definition does not have
    UnknownComponent = "unknown-component", Refused;
    /// An instance that the object does not have
    UnknownInstance = "unknown-instance", Refused;
    /// A container that the component does not have
    UnknownContainer = "unknown-container", Refused;
    /// A field that a pod template does not have
    UnknownField = "unknown-field", Refused;
    /// Fields that the definition has no place to write for
    UnsupportedFields = "unsupported-fields", Refused;
    /// A patch that says nothing
    EmptyPatch = "empty-patch", Refused;
    /// The object is of another kind than the definition describes
    WrongKind = "wrong-kind", Refused;
    /// The names of instances are missing, empty, taken twice, or do not go with their places
    InvalidInstanceIds = "invalid-instance-ids", Refused;
    /// A value to restore is not recorded
    NoSavedValue = "no-saved-value", Refused;

    /// A list of objects that no schema knows is replaced whole
    UnknownList = "unknown-list", Warning;
    /// A member of a choice was cleared because another one was written
    Cleared = "cleared", Warning;

    /// The document cannot be read
    InvalidDocument = "invalid-document", BadInput;
    /// Several documents and none named, or one that is not there
    AmbiguousDocument = "ambiguous-document", BadInput;
    /// A write to a place that an alias or a merge key shares
    Aliased = "aliased", Refused;
    /// The edited text does not read as the plan says
    UnfaithfulEdit = "unfaithful-edit", Refused;
    /// The plan or patch cannot be read
    InvalidPlan = "invalid-plan", BadInput;
    /// The schema cannot be read
    InvalidSchema = "invalid-schema", BadInput;
    /// The record of applied keys cannot be read
    InvalidRecord = "invalid-record", BadInput;
    /// The record of applied keys would stand on a pod template
    MisplacedRecord = "misplaced-record", Refused;
    /// A definition cannot be read, or an expression in it is not valid
    InvalidDefinition = "invalid-definition", BadInput;
    /// The configuration file cannot be read, or says something unknown
    InvalidConfig = "invalid-config", BadInput;
    /// The baseline cannot be read
    InvalidBaseline = "invalid-baseline", BadInput;
    /// A rule is named that does not exist
    UnknownRule = "unknown-rule", BadInput;
    /// A file cannot be read or written
    Io = "io", BadInput;
    /// The command line is wrong
    Usage = "usage", BadInput;

    /// There is no record of applied keys, so nothing was removed
    Unrecorded = "unrecorded", Warning;
    /// A key that we applied holds a value that someone else wrote since
    OwnershipLost = "ownership-lost", Warning;
    /// A key that is the operator's own was left to it
    ProtectedKey = "protected-key", Warning;
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
