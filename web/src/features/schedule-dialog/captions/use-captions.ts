import type { Caption, CaptionsRequest } from '@ninesixteen/shared/api/captions'
import { CAPTION_SLIDE_TEXT_MAX } from '@ninesixteen/shared/api/limits'
import { readTexts } from '@ninesixteen/shared/slide/box'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useStudioStore } from '../../../app/studio-store.ts'
import type { PostContent } from '../content/post-content.ts'
import type { ScheduleForm } from '../form/use-schedule-form.ts'
import type { ScheduleValues } from '../form/schedule-values.ts'
import { hashtagPatch, hasTexts, withCaption } from './apply-caption.ts'
import { createCaptionWriter, type CaptionsState, type CaptionWriter } from './caption-writer.ts'
import { requestCaptions } from './request-captions.ts'

export interface Captions extends Pick<CaptionWriter, 'cancel' | 'close'>, CaptionsState {
  /** Null without slides to write about. */
  write: (() => void) | null
  use(caption: Caption, mode: 'replace' | 'add'): void
  /** Brings back the texts that a caption replaced; null without any, and once the user has changed the new ones. */
  undo: (() => void) | null
  /** Adds hashtags to the post. */
  addHashtags(tags: readonly string[]): void
}

type Texts = Pick<ScheduleValues, 'caption' | 'description' | 'choices'>

function requestOf({ projectId, slides }: PostContent, { accounts, values }: ScheduleForm): CaptionsRequest {
  const { tone, model } = useStudioStore.getState().writing
  return {
    projectId,
    slides: slides.map((slide) => readTexts(slide).join(' / ').slice(0, CAPTION_SLIDE_TEXT_MAX)),
    platforms: [...new Set(accounts.map(({ account }) => account.platform))],
    kind: values.kind,
    tone: tone.trim(),
    ...(model === '' ? {} : { model }),
  }
}

/** Captions by AI for the form's post. */
export function useCaptions(form: ScheduleForm, content: PostContent | null): Captions {
  const [writer] = useState(() => createCaptionWriter(requestCaptions))
  useEffect(() => writer.close, [writer])
  const [replaced, setReplaced] = useState<{ previous: Texts; next: Partial<Texts> } | null>(null)
  const { values, set } = form
  const isUnchanged = values.caption === replaced?.next.caption && values.description === replaced.next.description
  const isPossible = content !== null && (content.slides.length > 0 || content.projectId !== null)
  return {
    ...useStore(writer.state),
    write: isPossible ? () => writer.start(requestOf(content, form)) : null,
    cancel: writer.cancel,
    close: writer.close,
    use(newCaption, mode) {
      const { caption, description, choices } = values
      const texts = withCaption(values, newCaption, mode)
      const next = { caption: texts.caption, ...hashtagPatch(form, texts.description, newCaption.hashtags) }
      set(next)
      setReplaced(mode === 'replace' && hasTexts(values) ? { previous: { caption, description, choices }, next } : null)
      writer.close()
      form.form.setFocus('caption')
    },
    undo:
      replaced && isUnchanged
        ? () => {
            set(replaced.previous)
            setReplaced(null)
            form.form.setFocus('caption')
          }
        : null,
    addHashtags: (tags) => set(hashtagPatch(form, values.description, tags)),
  }
}
