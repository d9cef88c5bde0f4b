//! Operators and functions: how they are written, how many operands they take, what they give.

/// An operator or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    Or,
    And,
    Not,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Unequal,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Negate,
    If,
    Min,
    Max,
    Pow,
    Abs,
    Sqrt,
    Ln,
    Exp,
    Floor,
}

/// How tightly operators bind, loosest first; what binds tightest needs no parentheses.
pub(super) const LOOSEST: u8 = 1;
pub(super) const COMPARISON: u8 = 4;
pub(super) const SUM: u8 = 5;
pub(super) const PRODUCT: u8 = 6;
pub(super) const ATOM: u8 = 8;

const BETWEEN: [(&str, Op); 13] = [
    ("or", Op::Or),
    ("and", Op::And),
    ("<", Op::Less),
    ("<=", Op::LessOrEqual),
    (">", Op::Greater),
    (">=", Op::GreaterOrEqual),
    ("==", Op::Equal),
    ("!=", Op::Unequal),
    ("+", Op::Add),
    ("-", Op::Subtract),
    ("*", Op::Multiply),
    ("/", Op::Divide),
    ("%", Op::Remainder),
];
const BEFORE: [(&str, Op); 2] = [("-", Op::Negate), ("not", Op::Not)];
const FUNCTIONS: [(&str, Op); 9] = [
    ("if", Op::If),
    ("min", Op::Min),
    ("max", Op::Max),
    ("abs", Op::Abs),
    ("sqrt", Op::Sqrt),
    ("ln", Op::Ln),
    ("exp", Op::Exp),
    ("pow", Op::Pow),
    ("floor", Op::Floor),
];

fn called(known: &[(&str, Op)], name: &str) -> Option<Op> {
    known.iter().find(|(word, _)| *word == name).map(|&(_, op)| op)
}

impl Op {
    /// The operator between two operands that is written so.
    pub(super) fn between(word: &str) -> Option<Self> {
        called(&BETWEEN, word)
    }
    /// The operator before an operand that is written so.
    pub(super) fn before(word: &str) -> Option<Self> {
        called(&BEFORE, word)
    }
    /// The function of this name.
    pub(super) fn function(name: &str) -> Option<Self> {
        called(&FUNCTIONS, name)
    }
    /// The names of all functions.
    pub(super) fn functions() -> impl Iterator<Item = &'static str> {
        FUNCTIONS.into_iter().map(|(name, _)| name)
    }

    /// How it is written.
    pub(super) fn word(self) -> &'static str {
        let mut all = BETWEEN.iter().chain(&BEFORE).chain(&FUNCTIONS);
        all.find(|(_, op)| *op == self).map_or("", |(word, _)| word)
    }

    /// How many operands it takes.
    pub(super) fn operands(self) -> usize {
        match self {
            Self::If => 3,
            Self::Not | Self::Negate | Self::Abs | Self::Sqrt | Self::Ln | Self::Exp | Self::Floor => 1,
            _ => 2,
        }
    }

    /// How tightly it binds; functions bind as what needs no parentheses.
    pub(super) fn tightness(self) -> u8 {
        match self {
            Self::Or => LOOSEST,
            Self::And => 2,
            Self::Not => 3,
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual | Self::Equal | Self::Unequal => {
                COMPARISON
            }
            Self::Add | Self::Subtract => SUM,
            Self::Multiply | Self::Divide | Self::Remainder => PRODUCT,
            Self::Negate => 7,
            _ => ATOM,
        }
    }

    /// Its value for one operand.
    #[inline(always)]
    pub(super) fn of_one(self, a: f64) -> f64 {
        match self {
            Self::Not => truth(!holds(a)),
            Self::Negate => -a,
            Self::Abs => a.abs(),
            Self::Sqrt => libm::sqrt(a),
            Self::Ln => libm::log(a),
            Self::Exp => libm::exp(a),
            _ => libm::floor(a),
        }
    }

    /// Its value for two operands.
    #[inline(always)]
    pub(super) fn of_two(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Or => truth(holds(a) || holds(b)),
            Self::And => truth(holds(a) && holds(b)),
            Self::Less => truth(a < b),
            Self::LessOrEqual => truth(a <= b),
            Self::Greater => truth(a > b),
            Self::GreaterOrEqual => truth(a >= b),
            Self::Equal => truth(a == b),
            Self::Unequal => truth(a != b),
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => a / b,
            Self::Remainder => libm::fmod(a, b),
            // Of equals the first, and NaN goes through: the standard functions leave open which zero they give.
            Self::Min => {
                if a <= b || a.is_nan() {
                    a
                } else {
                    b
                }
            }
            Self::Max => {
                if a >= b || a.is_nan() {
                    a
                } else {
                    b
                }
            }
            _ => libm::pow(a, b),
        }
    }
}

/// Whether a condition holds.
#[inline(always)]
pub(super) fn holds(condition: f64) -> bool {
    condition != 0.0 && !condition.is_nan()
}

fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
