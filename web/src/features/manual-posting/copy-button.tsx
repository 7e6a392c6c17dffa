import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from '../../components/button.tsx'
import { copyText } from './copy-text.ts'

/** How long the button says that it copied. */
const SAID_MS = 2500

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  text: string
  /** What is copied, for readers: `caption`. */
  what: string
}

/** Copies a text with one tap, and says whether that worked. */
export function CopyButton({ text, what, ...look }: CopyButtonProps) {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async (): Promise<void> => setSaid((await copyText(text)) ? 'copied' : 'failed')
  return (
    <>
      <Button {...look} icon={said === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />} onClick={() => void copy()}>
        {said === 'copied' ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> {what}</span>
      </Button>
      <span className="visually-hidden" role="status">
        {said === 'copied' && `The ${what} is copied.`}
      </span>
      {said === 'failed' && <span role="alert">Press and hold the text to copy it.</span>}
    </>
  )
}
