import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'

interface QrCodeProps {
  text: string
  /** What the code says, read aloud. */
  label: string
  className: string | undefined
}

/** A text as a code for the camera of a phone. Dark on light in both themes: not every reader knows the other way round. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
