import { POSTS_TABLE_PATH } from '@ninesixteen/shared/api/limits'
import { CalendarSync, Clock, Ellipsis, FileDown, FileUp, Repeat, Share2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useTimeZone } from '../../app/time-zone.ts'
import { Button } from '../../components/button.tsx'
import { lazyPart } from '../../components/load-part.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/menu.tsx'
import { notify } from '../../components/toast.tsx'

const PostingTimesDialog = lazyPart(async () => (await import('./posting-times/posting-times-dialog.tsx')).PostingTimesDialog)
const RecurrenceDialog = lazyPart(async () => (await import('./recurrence/recurrence-dialog.tsx')).RecurrenceDialog)
const CalendarLinkDialog = lazyPart(async () => (await import('./calendar-link/calendar-link-dialog.tsx')).CalendarLinkDialog)
const ShareDialog = lazyPart(async () => (await import('./approval/share-dialog.tsx')).ShareDialog)
const ImportDialog = lazyPart(async () => (await import('./csv/import-dialog.tsx')).ImportDialog)

type Tool = 'slots' | 'repeats' | 'calendar' | 'approval' | 'import'

/** Downloads by navigation, so that the browser streams the file to disk. Checks the session first, because navigation can't report a 401. */
async function exportPosts(): Promise<void> {
  try {
    await api.account.me()
    location.assign(POSTS_TABLE_PATH)
  } catch (cause) {
    notify.error(errorText(cause))
  }
}

/** Menu with posting times, recurring posts, the calendar link, approval, import and export. */
export function PlanningTools() {
  const [zone] = useTimeZone()
  const [open, setOpen] = useState<Tool | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu align="end" trigger={<Button icon={<Ellipsis />}>More</Button>}>
        <MenuItem icon={<Clock />} onSelect={() => setOpen('slots')}>
          Weekly posting times
        </MenuItem>
        <MenuItem icon={<Repeat />} onSelect={() => setOpen('repeats')}>
          Repeating posts
        </MenuItem>
        <MenuItem icon={<CalendarSync />} onSelect={() => setOpen('calendar')}>
          Calendar link
        </MenuItem>
        <MenuItem icon={<Share2 />} onSelect={() => setOpen('approval')}>
          Share for approval
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<FileUp />} onSelect={() => setOpen('import')}>
          Import posts
        </MenuItem>
        <MenuItem icon={<FileDown />} onSelect={() => void exportPosts()}>
          Export all posts
        </MenuItem>
      </Menu>
      {open === 'slots' && <PostingTimesDialog zone={zone} onClose={close} />}
      {open === 'repeats' && <RecurrenceDialog onClose={close} />}
      {open === 'calendar' && <CalendarLinkDialog onClose={close} />}
      {open === 'approval' && <ShareDialog postIds={null} onClose={close} />}
      {open === 'import' && <ImportDialog zone={zone} onClose={close} />}
    </>
  )
}
