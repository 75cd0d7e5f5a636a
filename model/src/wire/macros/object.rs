/// A type without required members has a default: the one without any.
macro_rules! default {
    ({ $(#[$($m:tt)*])* $vis:vis struct $name:ident [] $constants:tt }) => {
        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

/// The struct and all that is said about it.
macro_rules! object {
    (
        { $(#[$($m:tt)*])* $vis:vis struct $name:ident [$($g:ident = $default:ty)?] [$($ck:ident $cv:literal)*] }
        { $({ $(#[$($fm:tt)*])* $fvis:vis $f:ident [$t:ty] [$($w:literal)?] [$($format:literal)?] })* }
        { $({ $nf:ident [$($nt:tt)*] [$($convert:tt)*] })* }
        { $({ $(#[$($sm:tt)*])* $sf:ident $many:ident $st:ty })* }
    ) => {
        $(#[$($m)*])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        $vis struct $name $(<$g = $default>)? {
            $($(#[$($fm)*])* $fvis $f: $t,)*
            /// Members that are not known here, kept as they came.
            pub extra: $crate::Extra,
        }

        impl $(<$g>)? $name $(<$g>)? {
            #[doc = concat!("A `", stringify!($name), "` of its required members.")]
            pub fn new($($nf: $($nt)*),*) -> Self {
                Self {
                    $($nf: $($convert)*,)*
                    $($sf: None,)*
                    extra: $crate::Extra::default(),
                }
            }

            $($crate::wire::macros::setter! { $(#[$($sm)*])* $sf $many $st })*
        }

        impl $(<$g: $crate::Wire>)? $crate::wire::Object for $name $(<$g>)? {
            const EXPECTED: &'static str = concat!("an object (", stringify!($name), ")");

            fn read_members<'de, A: serde::de::MapAccess<'de>>(
                members: &mut $crate::wire::Members<'de, A>,
                tag: Option<&'static str>,
                cx: $crate::wire::Cx<'_>,
            ) -> Result<Self, A::Error> {
                const CONSTANTS: &[(&str, &str)] = &[$((stringify!($ck), $cv)),*];
                let constants = $crate::wire::Constants::new(CONSTANTS, [tag, members.passed()]);
                $(let mut $f: Option<$t> = None;)*
                let mut extra = $crate::Extra::default();
                while let Some(key) = members.next_key(cx)? {
                    match key.as_str() {
                        $(stringify!($ck) => {
                            constants.read(members, $crate::wire::place(CONSTANTS, stringify!($ck)), cx)
                        })*
                        $($crate::wire::macros::name!($f $($w)?) => {
                            $crate::wire::member(members, $crate::wire::macros::name!($f $($w)?), &mut $f, cx)
                        })*
                        _ => extra.read(&key, members, cx),
                    }?;
                }
                constants.finish(cx)?;
                Ok(Self {
                    $($f: $crate::wire::finish($crate::wire::macros::name!($f $($w)?), $f, cx)?,)*
                    extra,
                })
            }
        }

        impl $(<$g: $crate::Wire>)? $crate::Wire for $name $(<$g>)? {
            fn read<'de, D: serde::Deserializer<'de>>(d: D, cx: $crate::wire::Cx<'_>) -> Result<Self, D::Error> {
                $crate::wire::read_object(d, cx)
            }

            #[cfg(feature = "schema")]
            const NAME: &'static str = stringify!($name);

            #[cfg(feature = "schema")]
            fn definition() -> serde_json::Value {
                $crate::schema::object(
                    $crate::wire::macros::docs!($([$($m)*])*),
                    &[$((stringify!($ck), $cv)),*],
                    vec![$((
                        $crate::wire::macros::name!($f $($w)?),
                        <$t as $crate::wire::Field>::absent().is_none(),
                        $crate::schema::described(
                                $crate::schema::with_format(<$t as $crate::wire::Field>::member_schema(), &[$($format)?]),
                                $crate::wire::macros::docs!($([$($fm)*])*),
                            ),
                    )),*],
                )
            }

            #[cfg(feature = "proptest")]
            fn generate(source: &mut $crate::strategy::Source) -> Self {
                Self {
                    $($f: source.member($crate::wire::macros::name!($f $($w)?)),)*
                    extra: source.extra(),
                }
            }
        }

        $crate::wire::macros::arbitrary! { [$($g)?] $name }

        impl<'de $(, $g: $crate::Wire)?> serde::Deserialize<'de> for $name $(<$g>)? {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $crate::wire::deserialize(d)
            }
        }

        impl $(<$g: $crate::Wire>)? serde::Serialize for $name $(<$g>)? {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut out = $crate::wire::Writing::new(serializer.serialize_map(None)?);
                let constants: &[(&str, &str)] = &[$((stringify!($ck), $cv)),*];
                let (first, others) = constants.split_at(constants.len().min(1));
                out.constants(first);
                $($crate::wire::macros::write! { early out $f ($crate::wire::macros::name!($f $($w)?), &self.$f) })*
                out.constants(others);
                $($crate::wire::macros::write! { late out $f ($crate::wire::macros::name!($f $($w)?), &self.$f) })*
                out.end(&self.extra)
            }
        }
    };
}

/// A member's name on the wire.
macro_rules! name {
    ($f:ident) => {
        stringify!($f)
    };
    ($f:ident $w:literal) => {
        $w
    };
}

/// Writes a member; an `id` comes early, as everybody has it.
macro_rules! write {
    (early $out:ident id ($name:expr, $value:expr)) => {
        $out.member($name, $value);
    };
    (early $out:ident $f:ident ($name:expr, $value:expr)) => {};
    (late $out:ident id ($name:expr, $value:expr)) => {};
    (late $out:ident $f:ident ($name:expr, $value:expr)) => {
        $out.member($name, $value);
    };
}

/// Doc comments as one text.
#[cfg(feature = "schema")]
macro_rules! docs {
    ($([doc = $line:literal])*) => {
        concat!($($line, "\n"),*)
    };
}

#[cfg(feature = "schema")]
pub(crate) use docs;
pub(crate) use {default, name, object, write};
