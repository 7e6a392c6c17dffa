import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from '../../components/button.tsx'
import { copyText } from './copy-text.ts'

/** How long the result is shown. */
const RESULT_MS = 2500

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  text: string
  /** Names the text for screen readers: `caption`. */
  what: string
}

/** Copies a text and shows whether that worked. */
export function CopyButton({ text, what, ...look }: CopyButtonProps) {
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
        <span className="visually-hidden"> {what}</span>
      </Button>
      <span className="visually-hidden" role="status">
        {result === 'copied' && `The ${what} is copied.`}
      </span>
      {result === 'failed' && <span role="alert">Press and hold the text to copy it.</span>}
    </>
  )
}
