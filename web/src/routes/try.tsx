import { PageTitle } from '../app/page-title.tsx'
import { afterSignIn, useMe } from '../app/session.ts'
import { TryView } from '../features/try/try-view.tsx'

export function TryPage() {
  const { data: me } = useMe()
  return (
    <>
      <PageTitle>Try it</PageTitle>
      <TryView visitor={{ me, ask: afterSignIn }} />
    </>
  )
}
