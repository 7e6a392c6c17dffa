import type { Caption } from '@ninesixteen/shared/api/captions'
import { hashtagText } from '@ninesixteen/shared/publishing/hashtags'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useStudioStore } from '../../../app/studio-store.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { notify } from '../../../components/toast.tsx'
import { CaptionPanel } from './caption-panel.tsx'
import { createCaptionWriter } from './caption-writer.ts'
import { requestCaptions } from './request-captions.ts'

export interface CaptionDialogProps {
  projectId: string
  open: boolean
  onOpenChange(open: boolean): void
}

async function copy({ caption, description, hashtags }: Caption): Promise<void> {
  const text = [caption, description, hashtagText(hashtags)].filter((part) => part !== '').join('\n\n')
  try {
    await navigator.clipboard.writeText(text)
    notify.ok('Caption copied')
  } catch {
    notify.error('Your browser didn’t allow copying. Allow access to the clipboard and try again.')
  }
}

/** Captions for the open slideshow, to copy. The Schedule dialog writes them into a post. */
export function CaptionDialog({ projectId, open, onOpenChange }: CaptionDialogProps) {
  const [writer] = useState(() => createCaptionWriter(requestCaptions))
  const state = useStore(writer.state)
  const write = useCallback(() => {
    const { tone, model } = useStudioStore.getState().writing
    writer.start({ projectId, slides: [], platforms: [], kind: 'slides', tone: tone.trim(), ...(model === '' ? {} : { model }) })
  }, [writer, projectId])
  useEffect(() => {
    if (open) write()
    return writer.close
  }, [open, write, writer])
  const close = (): void => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Write caption"
      description="Written from your slides. Copy one, or schedule a post to use it there."
    >
      <CaptionPanel
        captions={{ ...state, write, cancel: writer.cancel, close, use: (caption) => void copy(caption) }}
        isStandalone
        hasTexts={false}
      />
    </Dialog>
  )
}
