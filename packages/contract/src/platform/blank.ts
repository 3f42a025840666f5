const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text draws nothing at all: empty, spaces, zero-width signs, accents without a letter. */
export function isBlank(text: string) {
  return text.replaceAll(unseen, '') === '';
}
