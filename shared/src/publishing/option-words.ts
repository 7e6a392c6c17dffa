/** Something that was chosen for a post, in words. */
export interface OptionWords {
  label: string
  value: string
}
