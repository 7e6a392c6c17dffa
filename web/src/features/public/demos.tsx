import { ScanText, TriangleAlert } from 'lucide-react'
import { SlideArt } from '../../components/slide-art.tsx'
import styles from './demos.module.css'

/** Two small demonstrations of the studio. */
export function Demos({ paused }: { paused: boolean }) {
  return (
    <section className={styles.demos} aria-label="Demonstrations" data-paused={paused || undefined}>
      <article className={styles.demo}>
        <div className={styles.image} aria-hidden="true">
          <p className={styles.topic}>3 ways to wind down</p>
          <div className={styles.row}>
            <SlideArt scene="dawn" lines={['3 ways to', 'wind down']} />
            <SlideArt scene="sea" lines={['1. a walk', 'after dinner']} look="white-bg" />
            <SlideArt scene="forest" lines={['2. one page', 'on paper']} />
            <SlideArt scene="night" lines={['3. lights out', 'at ten']} look="white-bg" />
          </div>
        </div>
        <h2>Create content fast</h2>
        <p>Type a topic, choose a kind, and watch slide after slide being written over your own photos.</p>
      </article>
      <article className={styles.demo}>
        <div className={styles.image} aria-hidden="true">
          <div className={styles.checked}>
            <SlideArt scene="desert" lines={['save this for', 'a slow sunday']} small={['and send it to someone']} />
            <ul>
              <li className={styles.warning}>
                <TriangleAlert />
                Text 2 is hard to read
              </li>
              <li>
                <ScanText />
                Inside the safe area
              </li>
            </ul>
          </div>
        </div>
        <h2>Analyze your content</h2>
        <p>Before you export, the studio points out text that does not fit or is hard to read, and anything that an app would cover.</p>
      </article>
    </section>
  )
}
