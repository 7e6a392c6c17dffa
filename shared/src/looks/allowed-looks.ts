import type { Brand } from '../brand/model.ts'
import { availableLook, hasOwnLook } from './brand-look.ts'
import { BRAND, CLASSIC, LOOK_IDS, type LookId } from './look-ids.ts'

export interface LookRules {
  /** The looks that the company allows; empty for all. */
  allowed: readonly LookId[]
  brand: Brand | null
}

/** The looks that are chosen without the user: those that the company allows, else all but Classic. A brand's own only where there is one. */
export function looksToChoose({ allowed, brand }: LookRules): LookId[] {
  const available = LOOK_IDS.filter((id) => id !== BRAND || hasOwnLook(brand))
  const chosen = available.filter((id) => allowed.includes(id))
  return chosen.length > 0 ? chosen : available.filter((id) => id !== CLASSIC)
}

/** The look of new slides that name none: the company's, else the account's if the company allows it. */
export function defaultLook({ look, account, ...rules }: LookRules & { look: LookId | null; account: LookId }): LookId {
  const [first = account] = looksToChoose(rules)
  const isAllowed = rules.allowed.length === 0 || rules.allowed.includes(account)
  return availableLook(look ?? (isAllowed ? account : first), rules.brand)
}

/** The look after another one in a row, unlike its neighbors where there are enough. */
export function nextLook(looks: readonly LookId[], { before, after }: { before: LookId | null; after: LookId | null }): LookId | null {
  const start = before === null ? 0 : looks.indexOf(before) + 1
  const row = looks.map((_, step) => looks[(start + step) % looks.length]).filter((id) => id !== undefined)
  const others = row.filter((id) => id !== before)
  return others.find((id) => id !== after) ?? others[0] ?? row[0] ?? null
}

/** The looks that a user is offered first, and those that are a click away. */
export function looksToOffer({ allowed, brand }: LookRules): { looks: LookId[]; others: LookId[] } {
  const available = LOOK_IDS.filter((id) => id !== BRAND || hasOwnLook(brand))
  const chosen = available.filter((id) => allowed.includes(id))
  return chosen.length > 0 ? { looks: chosen, others: available.filter((id) => !chosen.includes(id)) } : { looks: available, others: [] }
}
