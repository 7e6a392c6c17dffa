/** A slide on the home page: decoration, loaded with low priority. */
export function HomeImage({ src, srcSet }: HomeImageSource) {
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

const renderedUrls: Record<string, string> = import.meta.glob('../../../generated/site/slide-*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** URLs of a home page slide rendered by the build, by width in pixels. */
interface HomeImageSource {
  name: string
  src: string
  srcSet: string
}

const urlOf = (name: string, width: number): string => renderedUrls[`../../../generated/site/slide-${name}-${width}.webp`] ?? ''

/** The slides of the home page's marquee, in order; home-slides.ts has their content. */
export const HOME_IMAGES: readonly HomeImageSource[] = [
  'steaming-cup',
  'rain-on-glass',
  'books-by-window',
  'open-road',
  'window-light',
  'starry-sky',
  'misty-ridges',
].map((name) => ({ name, src: urlOf(name, 420), srcSet: `${urlOf(name, 280)} 280w, ${urlOf(name, 420)} 420w` }))
