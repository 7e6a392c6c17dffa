/** A word or a form of sentence that the project does not use, and what to write instead. */
interface Term {
  pattern: RegExp
  instead: string
}

const terms: Term[] = [
  { pattern: /\b(somebody|someone else's person|whoever|whomever|person|persons)\b/i, instead: 'user, caller, visitor or operator' },
  { pattern: /\bnobody('s)?\b/i, instead: 'no user, no one, or the active voice with a named agent' },
  { pattern: /\bstrangers?\b/i, instead: 'anonymous visitor or unauthenticated caller' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix or repair' },
  { pattern: /\band the like\b/i, instead: 'a list, or "for example"' },
  { pattern: /\bstands?\b(?! for\b| in for\b| alone\b)/i, instead: 'is, exists, is done, is stored' },
  { pattern: /\b(is|are|was|were|be) kept\b/i, instead: 'stays, is stored, or the active voice' },
  {
    pattern: /\bso (many|much) (seconds|bytes|times|rows|posts|slides|photos|requests|pictures)\b/i,
    instead: 'a number or a name with its unit',
  },
  { pattern: /\bfilms?\b(?! strip)/i, instead: 'video' },
  { pattern: /\bhand(ed|s|ing)?[- ]?over\b(?! to\b)/i, instead: 'manual posting, or pass' },
  { pattern: /\b(froze|freez(e|es|ing)|frozen)\b/i, instead: 'render for publishing, rendered media' },
  { pattern: /\blanes?\b/i, instead: 'account lock' },
  { pattern: /\b(lets?|letting) go( of)?\b/i, instead: 'release (a lease), reschedule (a post), mark for deletion (a file)' },
  { pattern: /\b(a bad day|unkind)\b/i, instead: 'chaos mode, injected faults' },
  { pattern: /\bbeside (a|the) control\b/i, instead: 'next to a baseline' },
  { pattern: /\bthe walls\b/i, instead: 'trust boundary, input limits' },
  { pattern: /\brepetitions?\b/i, instead: 'recurrence, recurring post' },
  { pattern: /\bfigures\b/i, instead: 'metrics, measurements' },
  { pattern: /\bhappenings?\b/i, instead: 'event' },
  { pattern: /\bwish(es)?\b/i, instead: 'idempotency key, or request' },
  { pattern: /\bthat which\b/i, instead: 'a noun' },
  { pattern: /\bin vain\b/i, instead: 'without a result, or what fails' },
  { pattern: /\beverybody\b/i, instead: 'everyone, all users' },
  { pattern: /\b(a|the|an email|old|unread) notices?\b(?! of\b)/i, instead: 'notification' },
  { pattern: /\b(hears?|heard) of\b/i, instead: 'subscribes to, is notified of' },
  { pattern: /\b(is|are|was|were) wished\b/i, instead: 'is requested' },
]

/** A sentence that hides its subject. Questions may begin with "What". */
const opening: Term = {
  pattern: /(?:^|[.:!]\s)(?:Of\s(?!course\b)[^.?]*(?:[.]|$)|Whoever\b|What\s[^.?]*(?:\.|$)|That which\b)/,
  instead: 'subject, verb, object: name the agent first',
}

/** Texts that stay as they are: stored values, and subjects of commits. */
const fixedSentences = ['hand-over missed']

/** The first word or opening in a text that the project does not use, or null. */
export function wordingFault(text: string): string | null {
  if (fixedSentences.some((fixed) => text.includes(fixed))) return null
  for (const { pattern, instead } of terms) {
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) return `Instead of '${found.trim()}' write: ${instead}.`
  }
  const [start] = opening.pattern.exec(text) ?? []
  return start === undefined
    ? null
    : `A sentence begins with '${start
        .replace(/^[.:!]\s/, '')
        .trim()
        .slice(0, 30)}': ${opening.instead}.`
}
