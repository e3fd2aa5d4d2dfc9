/** Keys of the Postgres advisory locks that serialize work across all instances. */
export const locks = {
  /** Serializes erasures and purges. */
  maintenance: 4_821_733_906,
  /** Serializes additions, because two new entries could be the same sender. */
  blockList: 4_821_733_915,
} as const;
