import { ArrowRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Marquee } from './marquee.tsx'
import { HOME_IMAGES, HomeImage } from './home-image.tsx'
import styles from './home.module.css'

/** First screen of the home page. */
export function Hero({ paused, children }: { paused: boolean; children?: ReactNode }) {
  const [painted, setPainted] = useState(false)
  const rank = useRef<HTMLDivElement>(null)
  const onShown = useCallback(() => setPainted(true), [])
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <div className={styles.words}>
        <h1 id="hero-title" className={styles.title}>
          A topic in. A finished slideshow out.
        </h1>
        <p className={styles.lead}>
          Ninesixteen writes vertical 9:16 slideshows, lays them out over your own photos, and posts them to TikTok, Instagram, Threads and
          Tumblr when you say. Every slide is yours to export at 1080 × 1920. Open source, on your own machine.
        </p>
        {children && <div className={styles.tryIt}>{children}</div>}
        <div className={styles.calls}>
          <ButtonLink to={paths.studio} variant={usePublicConfig().tryIt ? 'secondary' : 'primary'} size="large">
            Start Creating
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        </div>
      </div>
      <div className={styles.stage} aria-hidden="true" data-paused={paused || undefined}>
        <div ref={rank} className={classNames(styles.rank, painted && styles.gone)}>
          {HOME_IMAGES.map((picture) => (
            <HomeImage key={picture.name} {...picture} />
          ))}
        </div>
        <Marquee rank={rank} onShown={onShown} />
      </div>
    </section>
  )
}

/** Pauses and resumes all motion of the page. */
export function MotionSwitch({ paused, onChange }: { paused: boolean; onChange(paused: boolean): void }) {
  return (
    <div className={styles.motion}>
      <Button size="small" variant="ghost" icon={paused ? <Play /> : <Pause />} onClick={() => onChange(!paused)}>
        {paused ? 'Play motion' : 'Pause motion'}
      </Button>
    </div>
  )
}

export function CallToAction() {
  return (
    <section className={styles.final} aria-labelledby="final-title">
      <h2 id="final-title" className={styles.sectionTitle}>
        The first one takes a minute
      </h2>
      <div className={styles.finalCalls}>
        <ButtonLink to={paths.studio} variant="primary" size="large">
          Start Creating
        </ButtonLink>
        <ButtonLink to={paths.pricing} size="large">
          Pricing
        </ButtonLink>
      </div>
    </section>
  )
}
