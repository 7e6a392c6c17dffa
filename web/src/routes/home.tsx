import { PageTitle } from '../app/page-title.tsx'
import { Claims } from '../features/public/claims.tsx'
import { FinalCall } from '../features/public/final-call.tsx'
import { Hero } from '../features/public/hero.tsx'

export function HomePage() {
  return (
    <>
      <PageTitle />
      <Hero />
      <Claims />
      <FinalCall />
    </>
  )
}
