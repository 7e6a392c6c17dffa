import { lazy, Suspense } from 'react'
import { loadPart } from '../components/load-part.ts'
import type { DemoNoteProps } from './demo-note.tsx'
import { useMe } from './session.ts'

const DemoNote = lazy(async () => ({ default: (await loadPart(() => import('./demo-note.tsx'))).DemoNote }))

/** In a demo alone, which is why accounts do not load what it says. */
export function DemoLabel(props: Omit<DemoNoteProps, 'endsAt'>) {
  const demo = useMe().data?.demo
  if (!demo) return null
  return (
    <Suspense>
      <DemoNote {...props} endsAt={demo.endsAt} />
    </Suspense>
  )
}
