/** Something that was chosen for a post, in words. */
export interface OptionTexts {
  label: string
  value: string
}
