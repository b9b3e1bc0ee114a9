//! Macros by which the documents are written as code: `choices!` (values of a request), `words!` (values of an
//! answer), `record!` (objects), `group!` (parameters sent together) and `endpoints!` (calls).

/// The name of a field in requests and answers: its own, or the one after `as`.
macro_rules! wire_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $wire:literal) => {
        $wire
    };
}

/// Closed set of values that a request may have. The one marked `#[default]` is what the service assumes.
macro_rules! choices {
    ($( $(#[$meta:meta])* pub enum $name:ident { $( $(#[$vmeta:meta])* $variant:ident = $wire:literal, )+ } )+) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $( $(#[$vmeta])* $variant, )+ }

        impl $name {
            /// Every value, in the order of the documents.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Value as it is sent.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $wire, )+ }
            }

            /// Value from its sent form.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }

        impl $crate::api::wire::Wire for $name {
            fn text(&self) -> Option<String> {
                Some(self.as_str().to_owned())
            }

            fn json(&self) -> Option<serde_json::Value> {
                Some(serde_json::Value::from(self.as_str()))
            }
        }

        // Keep the service's own words in the journal, which stores requests.
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <std::borrow::Cow<'de, str> as serde::Deserialize<'de>>::deserialize(deserializer)?;
                Self::parse(&word).ok_or_else(|| serde::de::Error::custom(format!("{word} is not one of its values")))
            }
        }
    )+ };
}

/// Open set of values that an answer may have; an undocumented word is kept as `Other`.
macro_rules! words {
    ($( $(#[$meta:meta])* pub enum $name:ident { $( $(#[$vmeta:meta])* $variant:ident = $wire:literal $(| $also:literal)*, )+ } )+) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( $(#[$vmeta])* $variant, )+
            /// Undocumented word as sent; clean it before showing.
            Other(String),
        }

        impl $name {
            /// The documented values.
            pub const KNOWN: &'static [Self] = &[$( Self::$variant, )+];

            /// The word as it is sent.
            pub fn as_str(&self) -> &str {
                match self { $( Self::$variant => $wire, )+ Self::Other(word) => word }
            }

            /// The value from the word as sent; never fails.
            pub fn parse(word: &str) -> Self {
                match word { $( $wire $(| $also)* => Self::$variant, )+ other => Self::Other(other.to_owned()) }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Word;
                impl serde::de::Visitor<'_> for Word {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("a word")
                    }
                    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<$name, E> {
                        Ok($name::parse(word))
                    }
                }
                deserializer.deserialize_str(Word)
            }
        }

        impl $crate::api::tolerant::Lenient for $name {
            fn lenient(json: &str) -> Option<Self> {
                $crate::base::Untrusted::lenient(json).map(|word| Self::parse(word.raw()))
            }
        }
    )+ };
}

/// Documented object. A row must have its `[identity: Type]`; all other fields are `Seen`. The two words after the
/// name are the keys under which an answer has a single object and a list.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $name:ident $( ($one:literal, $many:literal) )? $( [ $id:ident : $idty:ty $( as $idwire:literal )? $( | $instead:literal )? ] )? {
            $( $(#[$fmeta:meta])* $field:ident : $ty:ty $( as $wire:literal )? , )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        pub struct $name {
            $( $( #[serde(rename = $idwire)] )? pub $id: $idty, )?
            $(
                $(#[$fmeta])*
                $( #[serde(rename = $wire)] )?
                #[serde(skip_serializing_if = "Seen::is_missing")]
                pub $field: Seen<$ty>,
            )*
        }

        impl $name {
            /// The documented fields, in the order of the documents.
            pub const FIELDS: &'static [&'static str] =
                &[ $( wire_name!($id $($idwire)?), )? $( wire_name!($field $($wire)?), )* ];
        }

        // Written by hand, because the derived code would also read a list as an object, member by member.
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(field_identifier)]
                #[allow(non_camel_case_types)]
                enum Key {
                    $( $( #[serde(rename = $idwire)] )? $id, )?
                    $( $( #[serde(rename = $wire)] )? $field, )*
                    #[serde(other)]
                    NotNamed,
                }
                struct Members;
                impl<'de> serde::de::Visitor<'de> for Members {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        $( let mut $id: Option<$idty> = None; )?
                        $( let mut $field: Seen<$ty> = Seen::Missing; )*
                        while let Some(member) = map.next_key()? {
                            match member {
                                $( Key::$id => $id = map.next_value()?, )?
                                $( Key::$field => $field = map.next_value()?, )*
                                Key::NotNamed => {
                                    map.next_value::<serde::de::IgnoredAny>()?;
                                }
                            }
                        }
                        Ok($name {
                            $( $id: $id
                                .filter($crate::api::tolerant::Identity::is_given)
                                .ok_or_else(|| serde::de::Error::missing_field(stringify!($id)))?, )?
                            $( $field, )*
                        })
                    }
                }
                deserializer.deserialize_map(Members)
            }
        }

        impl $crate::api::tolerant::Lenient for $name {
            fn lenient(json: &str) -> Option<Self> {
                let object = $crate::api::decode::Object::read(json)?;
                Some(Self {
                    $( $id: $crate::api::tolerant::identity(&object, wire_name!($id $($idwire)?))
                        $( .or_else(|| $crate::api::tolerant::identity(&object, $instead)) )?
                        ?, )?
                    $( $field: object.seen(wire_name!($field $($wire)?)), )*
                })
            }
        }

        $(
            impl $crate::api::decode::Record for $name {
                const ONE: &'static str = $one;
                const MANY: &'static str = $many;
            }
        )?
    };
}

/// Parameters that are sent together in one place. A field with its default value is not sent, so that equal requests
/// have equal keys.
macro_rules! group {
    (
        $(#[$meta:meta])*
        $place:ident pub struct $name:ident {
            $( $(#[$fmeta:meta])* $field:ident : $ty:ty $( as $wire:literal )? , )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name { $( $(#[$fmeta])* pub $field: $ty, )* }

        impl $crate::api::wire::Group for $name {
            const PARAMS: &'static [$crate::api::endpoint::Param] = &[ $(
                $crate::api::endpoint::Param { name: wire_name!($field $($wire)?), place: $crate::api::endpoint::Place::$place },
            )* ];

            fn put(&self, writer: &mut $crate::api::wire::Writer) {
                $(
                    if self.$field != <$ty>::default() {
                        let param = $crate::api::endpoint::Param {
                            name: wire_name!($field $($wire)?), place: $crate::api::endpoint::Place::$place,
                        };
                        writer.put(param, &self.$field);
                    }
                )*
            }
        }
    };
}

/// The parameters of one field of a request, with the place of each.
macro_rules! params_of {
    (all, $ty:ty, $wire:expr) => {
        <$ty as $crate::api::wire::Group>::PARAMS
    };
    (file, $ty:ty, $wire:expr) => {
        &[$crate::api::endpoint::Param { name: $wire, place: $crate::api::endpoint::Place::Multipart }]
    };
    ($place:ident, $ty:ty, $wire:expr) => {
        &[$crate::api::endpoint::Param { name: $wire, place: place!($place) }]
    };
}

macro_rules! place {
    (path) => {
        $crate::api::endpoint::Place::Path
    };
    (query) => {
        $crate::api::endpoint::Place::Query
    };
    (json) => {
        $crate::api::endpoint::Place::Json
    };
    (form) => {
        $crate::api::endpoint::Place::Multipart
    };
}

macro_rules! method {
    (GET) => {
        $crate::api::endpoint::Method::Get
    };
    (POST) => {
        $crate::api::endpoint::Method::Post
    };
    (DELETE) => {
        $crate::api::endpoint::Method::Delete
    };
}

/// Writes one field of a request.
macro_rules! put_field {
    ($writer:ident, all, $value:expr, $wire:expr) => {
        $crate::api::wire::Group::put(&$value, &mut $writer)
    };
    ($writer:ident, file, $value:expr, $wire:expr) => {
        $writer.put_file($wire, &$value)
    };
    ($writer:ident, $place:ident, $value:expr, $wire:expr) => {
        $writer.put($crate::api::endpoint::Param { name: $wire, place: place!($place) }, &$value)
    };
}

/// `value`, or the default when there is none.
macro_rules! or_default {
    ($default:expr) => {
        $default
    };
    ($default:expr, $value:expr) => {
        $value
    };
}

/// The calls of one group, each written once; the last line of its doc names its document and heading:
///
/// ```text
/// /// Stars one inquiry; starring a starred one changes nothing.
/// ///
/// /// Parking API, part 2: Inquiries.
/// Star "inquiries.star" AfterNotApplied = Parking POST "parking/inquiry/{id}/star", Needs::One(INQUIRIES_STAR),
///     { path id: Id<Inquiry>, }, touches [Inquiries] => Marked;
/// ```
///
/// Places: `path`, `query`, `json`, `form` (multipart field), `file` (multipart file), `all` (a group, which knows its
/// own place). Then, each only where it applies: `about [..]` (of a read that differs from its group), `touches [..]`,
/// `pages RULE`, `answers Stream`, `standing STANDING`.
macro_rules! endpoints {
    (about [ $( $about:ident ),+ ]; $(
        #[doc = $summary:literal]
        #[doc = $blank:literal]
        #[doc = $documented:literal]
        $name:ident $dotted:literal $resend:ident = $service:ident $method:ident $path:literal, $needs:expr,
        { $( $(#[$fmeta:meta])* $place:ident $field:ident : $ty:ty $( as $wire:literal )? , )* }
        $( , about [ $( $instead:ident ),+ ] )?
        $( , touches [ $( $touched:ident ),* ] )?
        $( , pages $page:expr )?
        $( , answers $answer:ident )?
        $( , standing $standing:expr )?
        => $reply:ty;
    )+) => {
        /// Resources that the reads of this group are about.
        const ABOUT: &[$crate::api::endpoint::Resource] = &[ $( $crate::api::endpoint::Resource::$about ),+ ];

        $(
            #[doc = concat!($summary, $blank, "\n\n", $documented)]
            #[derive(Clone, Debug, PartialEq)]
            pub struct $name { $( $(#[$fmeta])* pub $field: $ty, )* }

            impl $crate::api::endpoint::Request for $name {
                type Reply = $reply;
                const ENDPOINT: &'static $crate::api::endpoint::Endpoint = {
                    use $crate::api::endpoint::{Answer, Endpoint, PageRule, Param, Place, Resend, Resource, Service, Standing};
                    const GROUPS: &[&[Param]] =
                        &[ $( params_of!($place, $ty, wire_name!($field $($wire)?)), )* ];
                    const PARAMS: [Param; $crate::api::wire::total(GROUPS)] =
                        $crate::api::wire::flatten(GROUPS, Param { name: "", place: Place::Query });
                    const TOUCHES: &[Resource] = &[ $( $( Resource::$touched ),* )? ];
                    static ENDPOINT: Endpoint = Endpoint {
                        name: $dotted,
                        summary: $summary.trim_ascii(),
                        documented: $documented.trim_ascii(),
                        service: Service::$service,
                        method: method!($method),
                        path: $path,
                        params: &PARAMS,
                        needs: $needs,
                        resend: Resend::$resend,
                        about: or_default!(ABOUT $(, &[ $( Resource::$instead ),+ ] )?),
                        touches: TOUCHES,
                        page: or_default!(PageRule::None $(, $page )?),
                        answer: or_default!(Answer::Json $(, Answer::$answer )?),
                        standing: or_default!(Standing::Documented $(, $standing )?),
                    };
                    &ENDPOINT
                };

                fn call(&self) -> $crate::api::endpoint::Call {
                    #[allow(unused_mut)]
                    let mut writer = $crate::api::wire::Writer::new(Self::ENDPOINT);
                    $( put_field!(writer, $place, self.$field, wire_name!($field $($wire)?)); )*
                    writer.finish(Self::ENDPOINT)
                }

                fn decode(body: &[u8]) -> Result<Self::Reply, $crate::api::endpoint::DecodeError> {
                    <$reply as $crate::api::decode::Reply>::decode(body)
                }
            }
        )+

        /// The calls of this group, in the order of the documents.
        pub const ENDPOINTS: &[&$crate::api::endpoint::Endpoint] =
            &[ $( <$name as $crate::api::endpoint::Request>::ENDPOINT, )+ ];
    };
}
