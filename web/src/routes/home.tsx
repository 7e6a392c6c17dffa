import { useState } from 'react'
import { useInBrowser } from '../components/use-in-browser.ts'
import { Claims } from '../features/public/claims.tsx'
import { Demos } from '../features/public/demos.tsx'
import { FinalCall } from '../features/public/final-call.tsx'
import { Hero } from '../features/public/hero.tsx'
import { HomeQuestions } from '../features/public/home-questions.tsx'
import { MotionSwitch } from '../features/public/motion-switch.tsx'
import { Testimonials } from '../features/public/testimonials.tsx'
import { TryHere } from '../features/try/try-here.tsx'
import { WorksWith } from '../features/public/works-with.tsx'

const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export function HomePage() {
  const [chosen, setChosen] = useState<boolean | null>(null)
  // Who asked the system for less motion finds the page at rest, and may still start it.
  const isAtRest = useInBrowser(wantsLessMotion, false)
  const paused = chosen ?? isAtRest
  return (
    <>
      <Hero paused={paused}>
        <TryHere />
      </Hero>
      <MotionSwitch paused={paused} onChange={setChosen} />
      <Demos paused={paused} />
      <Claims />
      <WorksWith paused={paused} />
      <Testimonials paused={paused} />
      <HomeQuestions />
      <FinalCall />
    </>
  )
}
