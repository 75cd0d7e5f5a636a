//! The options that say how much a server may say.

use crate::suite::Limits;

/// What stops this program from listening on; it never counts against the server.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(next_help_heading = "Limits")]
pub(super) struct Args {
    /// The longest message, in bytes; K and M count in 1024
    #[arg(long = "max-message", value_name = "BYTES", default_value = "8M", value_parser = amount)]
    message: usize,
    /// How many messages in all
    #[arg(long = "max-messages", value_name = "COUNT", default_value = "10K", value_parser = amount)]
    messages: usize,
    /// How many bytes in all, over streams and lines
    #[arg(long = "max-bytes", value_name = "BYTES", default_value = "24M", value_parser = amount)]
    bytes: usize,
    /// How many JSON values in all
    #[arg(long = "max-values", value_name = "COUNT", default_value = "400K", value_parser = amount)]
    values: usize,
}

impl Args {
    pub(super) fn limits(&self) -> Limits {
        let Self { message, messages, bytes, values } = *self;
        Limits { message, messages, bytes, values, ..Limits::default() }
    }
}

fn amount(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let number: Option<usize> = digits.parse().ok().filter(|number| *number > 0);
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "say a number above 0, such as 5000, 64K or 8M".to_owned())
}

#[cfg(test)]
mod tests {
    use super::amount;

    #[test]
    fn amounts_have_units() {
        assert_eq!(amount("5000"), Ok(5000));
        assert_eq!(amount("8M"), Ok(8 << 20));
        assert!(["", "K", "0", "-1", "8MB", "99999999999G"].iter().all(|text| amount(text).is_err()));
    }
}
