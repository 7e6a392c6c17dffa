import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'

/** An address as a code for the camera of a phone. Dark on light in both themes: not every reader knows the other way round. */
export function QrCode({ text, className }: { text: string; className: string | undefined }) {
  const { size, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
