import { ArrowRight } from 'lucide-react'
import { useCallback, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { SlideArt } from '../../components/slide-art.tsx'
import { Drift } from './drift.tsx'
import styles from './home.module.css'

/** First screen of the home page: what it is, one thing to do, and slides. */
export function Hero({ paused }: { paused: boolean }) {
  const [painted, setPainted] = useState(false)
  const onShown = useCallback(() => setPainted(true), [])
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <div className={styles.words}>
        <h1 id="hero-title" className={styles.title}>
          A topic in. A finished slideshow out.
        </h1>
        <p className={styles.lead}>
          Ninesixteen writes vertical 9:16 slideshows, lays them out over your own photos, and exports every slide at 1080 × 1920. Open
          source, on your own machine.
        </p>
        <div className={styles.calls}>
          <ButtonLink to={paths.studio} variant="primary" size="large">
            Start Creating
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        </div>
      </div>
      <div className={styles.stage} aria-hidden="true">
        <div className={classNames(styles.sketches, painted && styles.gone)}>
          <SlideArt scene="night" lines={['how to sleep', 'before midnight']} small={['without an app']} />
          <SlideArt scene="sea" lines={['1. a walk', 'after dinner']} look="white-bg" />
          <SlideArt scene="dawn" lines={['5 small things', 'that make', 'mornings easier']} />
          <SlideArt scene="forest" lines={['3. write down', 'one good thing']} />
          <SlideArt scene="desert" lines={['save this', 'for tomorrow']} look="white-bg" />
        </div>
        <Drift paused={paused} onShown={onShown} />
      </div>
    </section>
  )
}
