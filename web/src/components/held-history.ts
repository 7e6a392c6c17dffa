/** A dialog that may hold unsaved text. */
export interface Holder {
  isDirty(): boolean
  /** Asks the user; `leave` continues the step that was held. */
  ask(leave: () => void): void
}

const holders: Holder[] = []
/** `returning`: our own step back to the held entry; `leaving`: the step that the user confirmed. */
let step: 'returning' | 'leaving' | null = null

const dirtyHolder = () => holders.findLast((holder) => holder.isDirty())

function warn(event: BeforeUnloadEvent): void {
  if (dirtyHolder()) event.preventDefault()
}

/** Keeps the page open while `holder` is dirty: Back and Forward ask first, and a reload warns. Returns what releases it. */
export function holdHistory(holder: Holder): () => void {
  if (holders.length === 0) addEventListener('beforeunload', warn)
  holders.push(holder)
  return () => {
    holders.splice(holders.indexOf(holder), 1)
    if (holders.length === 0) removeEventListener('beforeunload', warn)
  }
}

/** Lets the page go without a question, for a reload that the user can't refuse. */
export function releaseHistory(): void {
  holders.length = 0
  removeEventListener('beforeunload', warn)
}

/** True if the router must not follow this step: the browser has already taken it, so holding means to return and to ask. */
export function isStepHeld(entries: number | null): boolean {
  const own = step
  step = null
  if (own === 'returning') return true
  const holder = own === 'leaving' || !entries ? undefined : dirtyHolder()
  if (!holder || !entries) return false
  step = 'returning'
  history.go(-entries)
  holder.ask(() => {
    step = 'leaving'
    history.go(entries)
  })
  return true
}
