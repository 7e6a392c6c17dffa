import { nameBox } from '@ninesixteen/shared/slide/box'
import { textLook } from '@ninesixteen/shared/scene/text-style'
import { MAX_BOX_TEXT } from '@ninesixteen/shared/slide/model'
import type { Slide, TextBox } from '@ninesixteen/shared/slide/model'
import { useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { frameStyle } from '../stage/frame-style.ts'
import { useEditorSession } from '../document/session-context.ts'
import styles from './text-editor.module.css'
import { useFontFamily } from './use-font-family.ts'

/** During IME composition, Enter and Escape belong to the composition. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}

/** A field over a text box with its font, size, colors and line breaks. */
export function TextEditor({ slide, box }: { slide: Slide; box: TextBox }) {
  const { gestures } = useEditorSession()
  const [text, setText] = useState(box.text)
  const field = useRef<HTMLTextAreaElement>(null)
  /** Committed or cancelled, so the following blur is ignored. */
  const done = useRef(false)
  const look = textLook(slide.textStyle, box)
  const family = useFontFamily(box)

  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = '0'
    area.style.height = `${area.scrollHeight}px`
  }, [text, family])

  const finish = (event: { type: 'commit-text'; text: string } | { type: 'cancel' }, refocus: boolean): void => {
    if (done.current) return
    done.current = true
    const stage = field.current?.closest('[data-stage]')
    gestures.send(event)
    if (refocus) stage?.querySelector<HTMLElement>(`[data-ref="${CSS.escape(box.id)}"]`)?.focus({ preventScroll: true })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    event.stopPropagation()
    if (isComposing(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      finish({ type: 'commit-text', text }, true)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      finish({ type: 'cancel' }, true)
    }
  }

  const style = {
    ...frameStyle(box),
    '--font-size': box.fontSize,
    '--fill': look.fill,
    '--outline': look.outline ?? 'transparent',
    '--ground': look.highlight ?? 'transparent',
    '--line-height': box.lineHeight ?? 1.26,
    '--family': family ?? undefined,
    '--letter-spacing': `${box.letterSpacing ?? 0}em`,
    rotate: `${box.rotation ?? 0}deg`,
    fontWeight: box.fontWeight,
    textAlign: box.align ?? 'center',
    textTransform: box.uppercase ? 'uppercase' : 'none',
  } as CSSProperties
  return (
    <div className={styles.place} style={style}>
      {look.highlight && (
        <div className={styles.plates} aria-hidden="true">
          <span>{text}</span>
        </div>
      )}
      <textarea
        ref={field}
        className={styles.field}
        aria-label={`Text of ${nameBox(slide, box.id)}`}
        value={text}
        maxLength={MAX_BOX_TEXT}
        rows={1}
        spellCheck
        onChange={(event) => {
          setText(event.target.value)
          gestures.send({ type: 'typed', text: event.target.value })
        }}
        onKeyDown={onKeyDown}
        onBlur={() => finish({ type: 'commit-text', text }, false)}
      />
    </div>
  )
}
