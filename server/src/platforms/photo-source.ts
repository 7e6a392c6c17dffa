/** One size of a picture, in pixels. */
export interface PhotoSize {
  url: string
  width: number
  height: number
}

export interface BlogPhoto {
  originalSize: PhotoSize
  /** Widest first. */
  altSizes: PhotoSize[]
  altText: string
}

/** A post with at least one still photo, whatever form the platform keeps it in. */
export interface PhotoPost {
  id: string
  type: 'photo'
  blogName: string
  /** Seconds since 1970. */
  timestamp: number
  tags: string[]
  postUrl: string
  photos: BlogPhoto[]
}

export interface FollowedBlog {
  name: string
  title: string
  description: string
}

/** Where photos of other people's blogs come from. Everything thrown is a PlatformError. */
export interface PhotoSource<Signer> {
  /** Up to `limit` blogs that the account follows, from `offset` on. */
  followed(signer: Signer, page: { limit: number; offset: number }): Promise<FollowedBlog[]>
  /** The newest photo posts of a blog. */
  photoPosts(signer: Signer, blog: string, limit: number): Promise<PhotoPost[]>
}
