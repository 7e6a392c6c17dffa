import { closeSchedulePost, type ScheduleDialogRequest } from '../app/schedule-post.ts'
import { ScheduleDialog } from '../features/schedule-dialog/schedule-dialog.tsx'
import type { ScheduleSlots } from '../features/schedule-dialog/form/text-fields.tsx'
import { TemplateMenu } from '../features/templates/template-menu.tsx'

const slots: ScheduleSlots = { Templates: TemplateMenu }

/** The Schedule Post dialog with the parts that other features contribute. */
export function SchedulePost({ request }: { request: ScheduleDialogRequest | null }) {
  return <ScheduleDialog asked={request} slots={slots} onClose={closeSchedulePost} />
}
