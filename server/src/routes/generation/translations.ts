import { latestTranslations, startTranslations } from '../../slideshow-batches/translations.ts'
import { guarded } from '../contract.ts'

const { translations } = guarded

export const translationRoutes = {
  start: translations.start.handler(({ context: { services, userId }, input }) => startTranslations(services, userId, input)),
  latest: translations.latest.handler(({ context: { services, userId }, input: { id } }) => latestTranslations(services, userId, id)),
}
