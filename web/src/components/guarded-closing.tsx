import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { holdHistory } from './held-history.ts'
import type { DialogClosing, DiscardQuestion } from './popup-context.ts'

/** Fields with text that the user would have to type again. Searches, passwords and codes are none. */
const TYPED =
  ':is(textarea, input:not([type]), input:is([type=text], [type=email], [type=url], [type=tel], [type=number])):not([autocomplete=one-time-code])'

type Field = HTMLInputElement | HTMLTextAreaElement

/** The field of an event, unless an element around it says with `data-kept` that closing loses nothing. */
function fieldOf({ target }: Event): Field | null {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && target.matches(TYPED) && !target.closest('[data-kept]') ? target : null
}

/** Says whether a field inside `popup` holds text that differs from the one before the user typed. */
function useTyped(popup: HTMLElement | null): () => boolean {
  const edited = useRef(new Map<Field, string>())
  useEffect(() => {
    if (!popup) return
    const fields = edited.current
    const before = new WeakMap<Field, string>()
    const enter = (event: Event): void => {
      const field = fieldOf(event)
      if (field && !fields.has(field)) before.set(field, field.value)
    }
    const type = (event: Event): void => {
      const field = fieldOf(event)
      if (field && !fields.has(field)) fields.set(field, before.get(field) ?? field.defaultValue)
    }
    popup.addEventListener('focusin', enter)
    popup.addEventListener('input', type)
    return () => {
      popup.removeEventListener('focusin', enter)
      popup.removeEventListener('input', type)
      fields.clear()
    }
  }, [popup])
  return useCallback(
    () => [...edited.current].some(([field, value]) => field.isConnected && !field.closest('[data-kept]') && field.value !== value),
    [],
  )
}

interface Asking {
  title: string
  onSaveDraft: (() => void) | undefined
  leave: (() => void) | undefined
}

const QUESTION = 'Discard what you typed?'

/**
 * Closing that never loses typed text silently: Escape, Close, Cancel, a click outside, Back and a reload ask first. `question` belongs inside the
 * popup. A `DiscardGuard` inside replaces what counts as unsaved.
 */
export function useGuardedClosing(popup: HTMLElement | null, onClose: () => void): { closing: DialogClosing; question: ReactNode } {
  const isTyped = useTyped(popup)
  const guard = useRef<DiscardQuestion | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const latestClose = useRef(onClose)
  useEffect(() => {
    latestClose.current = onClose
  })
  const closing = useMemo(() => {
    const isDirty = () => guard.current?.isDirty ?? isTyped()
    const closeNow = () => latestClose.current()
    const ask = (leave?: () => void): void => {
      setAsking({ title: guard.current?.title ?? QUESTION, onSaveDraft: guard.current?.onSaveDraft, leave })
      setIsAsking(true)
    }
    return {
      isDirty,
      ask,
      closeNow,
      close: () => (isDirty() ? ask() : closeNow()),
      setGuard: (next: DiscardQuestion | null) => void (guard.current = next),
    }
  }, [isTyped])
  useEffect(() => (popup ? holdHistory(closing) : undefined), [popup, closing])
  const respond = (then?: () => void) => () => {
    setIsAsking(false)
    then?.()
  }
  const question = (
    <Dialog
      open={isAsking}
      onOpenChange={setIsAsking}
      title={asking?.title ?? QUESTION}
      description="Your changes aren’t saved."
      size="small"
      footer={
        <>
          <Button variant="ghost" onClick={respond()}>
            Keep editing
          </Button>
          {asking?.onSaveDraft && <Button onClick={respond(asking.onSaveDraft)}>Save as draft</Button>}
          <Button
            variant="danger"
            onClick={() => {
              setIsAsking(false)
              asking?.leave?.()
              closing.closeNow()
            }}
          >
            Discard
          </Button>
        </>
      }
    />
  )
  return { closing, question }
}
