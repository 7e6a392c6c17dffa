import { PREVIEW_TIMES } from '@ninesixteen/shared/api/limits'
import { nextOccurrences } from '@ninesixteen/shared/time/occurrences'
import { createRepeat } from '../../posts/recurrence/create-recurrence.ts'
import { endRepeat } from '../../posts/recurrence/end-recurrence.ts'
import { listRepeats } from '../../posts/recurrence/list-recurrences.ts'
import { readRecurrence } from '../../posts/recurrence/recurrence-rule.ts'
import { guarded } from '../contract.ts'

export const repeatRoutes = {
  list: guarded.repeats.list.handler(({ context: { services, userId } }) => listRepeats(services, userId)),

  preview: guarded.repeats.preview.handler(({ input }) => {
    const found = nextOccurrences(readRecurrence(input), new Date(), PREVIEW_TIMES + 1)
    return { times: found.slice(0, PREVIEW_TIMES).map(({ at }) => at.toISOString()), isMore: found.length > PREVIEW_TIMES }
  }),

  create: guarded.repeats.create.handler(({ context: { services, userId }, input }) => createRepeat(services, userId, input)),

  end: guarded.repeats.end.handler(({ context: { services, userId }, input: { id } }) => endRepeat(services, userId, id)),
}
