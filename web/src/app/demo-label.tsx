import { lazy, Suspense } from 'react'
import { loadPart } from '../components/load-part.ts'
import { useSignedIn } from './session.ts'

const DemoNote = lazy(async () => ({ default: (await loadPart(() => import('./demo-note.tsx'))).DemoNote }))

/** In a demo alone, which is why accounts do not load what it says. */
export function DemoLabel({ className }: { className?: string | undefined }) {
  const { demo } = useSignedIn()
  if (!demo) return null
  return (
    <Suspense>
      <DemoNote endsAt={demo.endsAt} className={className} />
    </Suspense>
  )
}
