import { and, asc, desc, eq, gt, isNotNull, lt, or } from 'drizzle-orm'
import { defaultLook, looksToChoose, nextLook } from '@ninesixteen/shared/looks/allowed-looks'
import { CLASSIC, type LookId } from '@ninesixteen/shared/looks/look-ids'
import type { Tx } from '../db/db.ts'
import { planSlots } from '../db/schema-content-plan.ts'
import { readBrand } from '../generation/brands.ts'
import { readCompany, readStyle } from '../generation/generation-request.ts'
import type { PlanRow, SlotRow } from './plan-rows.ts'

/**
 * The look of a slot: the next of those that the company allows, unlike its neighbors in time. Null for a template, which has a look of its own,
 * and for users whose slides are Classic, unless the company allows certain looks.
 */
export async function lookOfSlot(tx: Tx, plan: PlanRow, slot: SlotRow): Promise<LookId | null> {
  const { userId, companyId } = plan
  if (slot.templateId !== null) return null
  const [company, brand, { look: account }] = [
    await readCompany(tx, userId, companyId),
    await readBrand(tx, userId, companyId),
    await readStyle(tx, userId),
  ]
  const allowed = company?.allowedLooks ?? []
  if (allowed.length === 0 && defaultLook({ look: company?.look ?? null, account, allowed, brand }) === CLASSIC) return null
  const [before, after] = [await neighbor(tx, slot, 'before'), await neighbor(tx, slot, 'after')]
  return nextLook(looksToChoose({ allowed, brand }), { before, after })
}

/** The look of the nearest slot in time that has one. */
async function neighbor(tx: Tx, { userId, planId, at, id }: SlotRow, side: 'before' | 'after'): Promise<LookId | null> {
  const [compare, order] = side === 'before' ? [lt, desc] : [gt, asc]
  const isBeside = or(compare(planSlots.at, at), and(eq(planSlots.at, at), compare(planSlots.id, id)))
  const [row] = await tx
    .select({ look: planSlots.look })
    .from(planSlots)
    .where(and(eq(planSlots.userId, userId), eq(planSlots.planId, planId), isNotNull(planSlots.look), isBeside))
    .orderBy(order(planSlots.at), order(planSlots.id))
    .limit(1)
  return row?.look ?? null
}
