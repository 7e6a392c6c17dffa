import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { availableLook } from '@ninesixteen/shared/looks/brand-look'
import type { LookId } from '@ninesixteen/shared/looks/look-ids'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../db/db.ts'
import { contentPlans, planSlots } from '../db/schema-content-plan.ts'
import { readLogoBrand } from '../generation/brands.ts'
import { inLookOfTemplate } from '../generation/look-of-slide.ts'
import { photoMapsOf } from '../photos/photo-maps.ts'
import type { PostServices } from '../posts/post-services.ts'
import { ownWholeProject } from '../projects/project-rows.ts'
import { saveProject } from '../projects/project-saves.ts'

/** The slideshow of a slot in another look, and what saves it. Throws PLAN_SLOT_CHANGED where it was edited meanwhile. */
export async function prepareLook(
  services: PostServices,
  userId: string,
  { id, look }: { id: string; look: LookId },
): Promise<(tx: Tx) => Promise<void>> {
  const { db, settings } = services
  const { project, brand } = await db.asUser(userId, async (tx) => {
    const [slot] = await tx
      .select({ projectId: planSlots.projectId, companyId: contentPlans.companyId })
      .from(planSlots)
      .innerJoin(contentPlans, eq(contentPlans.id, planSlots.planId))
      .where(and(eq(planSlots.userId, userId), eq(planSlots.id, id)))
    if (!slot) throw new AppError('NOT_FOUND')
    if (slot.projectId === null) throw new AppError('PLAN_SLOT_CHANGED')
    return { project: await ownWholeProject(tx, userId, slot.projectId), brand: await readLogoBrand(tx, userId, slot.companyId) }
  })
  const before = project.slides.map((slide) => slideSchema.parse(slide))
  const slides: Slide[] = []
  const photoMaps = (paths: readonly string[]) => photoMapsOf(services, userId, paths)
  const worn = inLookOfTemplate(before, { look: availableLook(look, brand), brand, photoMaps, template: before })
  for await (const slide of worn) slides.push(slide)
  return async (tx) => {
    const { id: projectId, version } = project.row
    const save = { id: projectId, version, saveId: randomUUID(), slides, quota: settings.now().storageQuota }
    if ('isTaken' in (await saveProject(tx, userId, save))) throw new AppError('PLAN_SLOT_CHANGED')
  }
}
