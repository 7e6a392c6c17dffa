import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from '../../components/button.tsx'

/** How long the result is shown. */
const RESULT_MS = 2500

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  text: string
  /** Names the text for screen readers: `caption`. */
  name: string
}

/** Copies a text and shows whether that worked. */
export function CopyButton({ text, name, ...look }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (result === null) return
    const timer = setTimeout(() => setResult(null), RESULT_MS)
    return () => clearTimeout(timer)
  }, [result])
  const copy = async (): Promise<void> => setResult((await copyText(text)) ? 'copied' : 'failed')
  return (
    <>
      <Button {...look} icon={result === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />} onClick={() => void copy()}>
        {result === 'copied' ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <span className="visually-hidden" role="status">
        {result === 'copied' && `The ${name} is copied.`}
      </span>
      {result === 'failed' && <span role="alert">Press and hold the text to copy it.</span>}
    </>
  )
}

/**
 * Copies a text to the clipboard; false if the browser refuses. Without HTTPS, as in a home network, only copying a selection works.
 */
async function copyText(text: string): Promise<boolean> {
  const isWritten =
    isSecureContext &&
    (await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    ))
  return isWritten || copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  // Transparent, because browsers copy nothing from hidden elements; 16 px, because iOS zooms into smaller text.
  Object.assign(field.style, { position: 'fixed', inset: '0 auto auto 0', opacity: '0', fontSize: '16px' })
  document.body.append(field)
  field.select()
  field.setSelectionRange(0, text.length)
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
