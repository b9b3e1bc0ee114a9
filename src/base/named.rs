//! Macro for enums whose values have words, each written once beside its value.

/// Defines an enum with `ALL` its values in order, and a function that returns the words of a value: `Value =
/// "word";` gives one function, `Value = "word", "Title";` two.
#[macro_export]
macro_rules! named {
    (
        $(#[$meta:meta])*
        pub enum $name:ident ($(#[$doc:meta])* $word:ident) {
            $( $(#[$about:meta])* $value:ident = $text:literal; )+
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $( $(#[$about])* $value, )+
        }

        impl $name {
            /// All values, in their order.
            pub const ALL: [Self; [$(stringify!($value)),+].len()] = [$(Self::$value),+];

            $(#[$doc])*
            pub const fn $word(self) -> &'static str {
                match self { $(Self::$value => $text,)+ }
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident ($(#[$doc:meta])* $word:ident, $(#[$doc_also:meta])* $also:ident) {
            $( $(#[$about:meta])* $value:ident = $text:literal, $text_also:literal; )+
        }
    ) => {
        $crate::base::named! {
            $(#[$meta])*
            pub enum $name ($(#[$doc])* $word) {
                $( $(#[$about])* $value = $text; )+
            }
        }

        impl $name {
            $(#[$doc_also])*
            pub const fn $also(self) -> &'static str {
                match self { $(Self::$value => $text_also,)+ }
            }
        }
    };
}

pub use named;
