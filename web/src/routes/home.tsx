import { useEffect, useState } from 'react'
import { takeDeleted } from '../app/deleted-note.ts'
import { showDoneBanner } from '../app/message-banner.tsx'
import { lazyHydrate, useInBrowser } from '../components/lazy-hydrate.tsx'
import { FeaturesList as ClaimsPart } from '../features/public/features-list.tsx'
import { Demos as DemosPart } from '../features/public/demos.tsx'
import { CallToAction as FinalCallPart, Hero, MotionSwitch } from '../features/public/hero.tsx'
import { HomeQuestions as HomeQuestionsPart } from '../features/public/home-questions.tsx'
import { UseCases as UseCasesPart } from '../features/public/use-cases.tsx'
import { TrialOffer } from '../features/trial/topic-field.tsx'
import { WorksWith as WorksWithPart } from '../features/public/works-with.tsx'

// Parts below the first screen.
const [Demos, WorksWith, UseCases] = [lazyHydrate(DemosPart), lazyHydrate(WorksWithPart), lazyHydrate(UseCasesPart)]
const [Claims, HomeQuestions, FinalCall] = [lazyHydrate(ClaimsPart), lazyHydrate(HomeQuestionsPart), lazyHydrate(FinalCallPart)]

const DELETED_TEXTS = {
  account: 'Your account and everything in it was deleted.',
  demo: 'The demo and everything in it was deleted.',
}

const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export function HomePage() {
  const [chosen, setChosen] = useState<boolean | null>(null)
  // With reduced motion the page starts paused; the user can still play it.
  const isAtRest = useInBrowser(wantsLessMotion, false)
  const paused = chosen ?? isAtRest
  useEffect(() => {
    const deleted = takeDeleted()
    if (deleted) showDoneBanner(DELETED_TEXTS[deleted])
  }, [])
  return (
    <>
      <Hero paused={paused}>
        <TrialOffer />
      </Hero>
      <MotionSwitch paused={paused} onChange={setChosen} />
      <Demos paused={paused} />
      <Claims />
      <WorksWith paused={paused} />
      <UseCases paused={paused} />
      <HomeQuestions />
      <FinalCall />
    </>
  )
}
