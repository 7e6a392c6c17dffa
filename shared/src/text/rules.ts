/** Apostrophes that keyboards, phones and models write. */
const APOSTROPHE = "['’‘ʼ`´]"

const YOU_ARE = new RegExp(`(?<![\\p{L}\\p{N}])u${APOSTROPHE}re(?![\\p{L}\\p{N}])`, 'gu')
/** A word in quotes ('cause') is not the short form, so no apostrophe may follow. */
const BECAUSE = new RegExp(`(?<![\\p{L}\\p{N}])${APOSTROPHE}cause(?![\\p{L}\\p{N}]|${APOSTROPHE})`, 'gu')

/** Letters of Turkish and its neighbours, in which the small form of I has no dot. */
const DOTLESS = /[\u0131\u0130\u011e\u011f]/

function lowerCase(text: string): string {
  return DOTLESS.test(text) ? text.toLocaleLowerCase('tr') : text.toLowerCase()
}

/**
 * The house voice of generated text: all lower case, "u're" as "ur", "'cause" as "bc". The short forms are whole words:
 * "you're" stays what it is. Applying the rules twice changes nothing more.
 */
export function applyTextRules(text: string): string {
  return lowerCase(text).replace(YOU_ARE, 'ur').replace(BECAUSE, 'bc')
}

/** Control characters (line feed apart) and the invisible marks that turn the direction of the text after them. */
const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu
const TAG = /<\/?[a-z!][^<>]*>/gi
const ADDRESS = /\b(?:https?:\/\/|www\.)\S+/gi
/** Bold and code marks of Markdown, which would be painted literally. */
const MARKDOWN = /\*\*|__|`+|^#{1,6}\s+/gm

/**
 * Removes from a model's text everything but well-formed Unicode: control characters, HTML, web addresses, Markdown marks, repeated spaces, and
 * more than one line break in a row.
 */
export function cleanGenerated(text: string): string {
  let clean = text.toWellFormed().replaceAll('\ufffd', '').replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(UNPRINTABLE, '')
  // A tag inside a tag ("<<b>b>") leaves a new one behind: repeat until nothing changes.
  for (let previous = ''; previous !== clean;) {
    previous = clean
    clean = clean.replace(TAG, '').replace(ADDRESS, '').replace(MARKDOWN, '')
  }
  return clean
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

/** Cuts at a word where one ends in the last third, else at a whole character; `limit` is in UTF-16 code units, the ellipsis included. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  let shortened = text.slice(0, limit - 1)
  const space = shortened.search(/\s\S*$/)
  if (space > (limit * 2) / 3) shortened = shortened.slice(0, space)
  return `${shortened.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}
