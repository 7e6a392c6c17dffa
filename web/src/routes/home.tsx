import { useEffect, useState } from 'react'
import { Claims } from '../features/public/claims.tsx'
import { Demos } from '../features/public/demos.tsx'
import { FinalCall } from '../features/public/final-call.tsx'
import { Hero } from '../features/public/hero.tsx'
import { HomeQuestions } from '../features/public/home-questions.tsx'
import { MotionSwitch } from '../features/public/motion-switch.tsx'
import { Testimonials } from '../features/public/testimonials.tsx'
import { WorksWith } from '../features/public/works-with.tsx'

export function HomePage() {
  const [paused, setPaused] = useState(false)
  // Who asked the system for less motion finds the page at rest, and may still start it.
  useEffect(() => setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches), [])
  return (
    <>
      <Hero paused={paused} />
      <MotionSwitch paused={paused} onChange={setPaused} />
      <Demos paused={paused} />
      <Claims />
      <WorksWith paused={paused} />
      <Testimonials paused={paused} />
      <HomeQuestions />
      <FinalCall />
    </>
  )
}
