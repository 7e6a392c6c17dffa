import { PREVIEW_TIMES } from '@ninesixteen/shared/api/limits'
import { nextOccurrences } from '@ninesixteen/shared/time/occurrences'
import { createRecurrence } from '../../posts/recurrence/create-recurrence.ts'
import { endRecurrence } from '../../posts/recurrence/end-recurrence.ts'
import { listRecurrences } from '../../posts/recurrence/list-recurrences.ts'
import { parseRecurrenceRule } from '../../posts/recurrence/recurrence-rule.ts'
import { guarded } from '../contract.ts'

export const recurrenceRoutes = {
  list: guarded.recurrences.list.handler(({ context: { services, userId } }) => listRecurrences(services, userId)),

  preview: guarded.recurrences.preview.handler(({ input }) => {
    const found = nextOccurrences(parseRecurrenceRule(input), new Date(), PREVIEW_TIMES + 1)
    return { times: found.slice(0, PREVIEW_TIMES).map(({ at }) => at.toISOString()), isMore: found.length > PREVIEW_TIMES }
  }),

  create: guarded.recurrences.create.handler(({ context: { services, userId }, input }) => createRecurrence(services, userId, input)),

  end: guarded.recurrences.end.handler(({ context: { services, userId }, input: { id } }) => endRecurrence(services, userId, id)),
}
