//! From the parser's offsets, which count characters, to ours, which count bytes.

/// Walks a text to the characters that are asked for. Neighbouring questions cost little, in either direction.
pub(super) struct Offsets<'t> {
    text: &'t str,
    /// In a text of ASCII the two offsets are the same.
    ascii: bool,
    character: usize,
    byte: usize,
}

impl<'t> Offsets<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, ascii: text.is_ascii(), character: 0, byte: 0 }
    }

    /// The byte at which a character begins; past the last one, the end of the text.
    pub fn byte(&mut self, character: usize) -> usize {
        if self.ascii {
            return character.min(self.text.len());
        }
        let bytes = self.text.as_bytes();
        while self.character < character && self.byte < bytes.len() {
            self.byte += 1;
            while !self.text.is_char_boundary(self.byte) {
                self.byte += 1;
            }
            self.character += 1;
        }
        while self.character > character {
            self.byte -= 1;
            while !self.text.is_char_boundary(self.byte) {
                self.byte -= 1;
            }
            self.character -= 1;
        }
        self.byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_and_forth() {
        let text = "aé€𝄞z";
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len(), text.len()]).collect();
        let mut offsets = Offsets::new(text);
        for character in [0, 3, 1, 4, 2, 6, 5, 0, 6, 2] {
            assert_eq!(offsets.byte(character), starts[character], "{character}");
        }
    }
}
