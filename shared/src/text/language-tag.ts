const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at))

/** The two-letter codes of ISO 639-1 that the runtime has names for, by their names in English and in the language itself. */
let tags: ReadonlyMap<string, string> | undefined

function readTags(): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const named = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = english.of(code)
    if (name === undefined) return []
    const own = new Intl.DisplayNames([code], { type: 'language' }).of(code)
    return [name, own ?? name].map((word): [string, string] => [word.toLowerCase(), code])
  })
  // The first code of a name is its common one: "no" and "nb" share theirs.
  return new Map(named.toReversed())
}

/** The BCP 47 tag of a language that a user named, such as "German", "Deutsch" or "pt-BR"; null for an unknown one. */
export function languageTag(language: string): string | null {
  const name = language.trim().toLowerCase()
  if (/^[a-z]{2}(-[a-z0-9]+)*$/.test(name)) {
    try {
      return Intl.getCanonicalLocales(name)[0] ?? null
    } catch {
      return null
    }
  }
  tags ??= readTags()
  return tags.get(name) ?? null
}
