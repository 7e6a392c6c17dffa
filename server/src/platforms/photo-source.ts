/** One size of a photo, in pixels. */
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

/** A post with at least one still photo, whatever the platform's format. */
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

/** Photos from other users' blogs. Throws only PlatformError. */
export interface PhotoSource<Signer> {
  /** Up to `limit` blogs that the account follows, starting at `offset`. */
  followed(signer: Signer, page: { limit: number; offset: number }): Promise<FollowedBlog[]>
  /** The newest photo posts of a blog. */
  photoPosts(signer: Signer, blog: string, limit: number): Promise<PhotoPost[]>
}
