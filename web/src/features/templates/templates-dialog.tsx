import { Hash, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SaveTemplateDialog, type SaveTemplateDialogProps } from './save-template-dialog.tsx'
import { TemplateList } from './template-list.tsx'

const NEW_TEMPLATE = { kind: 'caption', name: '', caption: '', description: '' } as const

export interface TemplatesDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Lists, creates, edits and deletes caption templates and hashtag groups. */
export function TemplatesDialog({ open, onOpenChange }: TemplatesDialogProps) {
  const [editing, setEditing] = useState<SaveTemplateDialogProps['start'] | null>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Caption templates"
      description="Captions, descriptions and hashtags to reuse in your posts."
      footer={
        <>
          <Button icon={<Hash />} onClick={() => setEditing({ ...NEW_TEMPLATE, kind: 'hashtags' })}>
            New hashtags
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={() => setEditing(NEW_TEMPLATE)}>
            New template
          </Button>
        </>
      }
    >
      <TemplateList onEdit={setEditing} />
      {editing && <SaveTemplateDialog start={editing} onClose={() => setEditing(null)} />}
    </Dialog>
  )
}
