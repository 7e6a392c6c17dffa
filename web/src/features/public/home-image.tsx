import type { HomePicture } from './home-images.ts'

/** A slide as the home page shows it: decoration, which waits for everything else. */
export function HomeImage({ src, srcSet }: HomePicture) {
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes="(max-width: 767px) 140px, 210px"
      width={210}
      height={373}
      alt=""
      decoding="async"
      fetchPriority="low"
    />
  )
}
