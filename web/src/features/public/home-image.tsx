import type { HomePicture } from './home-images.ts'

/** A slide on the home page: decoration, loaded with low priority. */
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
