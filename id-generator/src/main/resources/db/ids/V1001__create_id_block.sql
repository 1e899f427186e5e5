-- Why: ids come from blocks leased here. id_block has one row per region and kind and says where the
--   next block begins; id_lease says who got which block, so that an id can be traced to a node and
--   time, and so that blocks can be shown to be disjoint.
-- Locks: new tables only, nothing waits. Later each lease locks its one row of id_block.
-- Duration: milliseconds.
-- Verify: no row may come back from
--   SELECT * FROM id_lease a JOIN id_lease b USING (region, kind, epoch)
--    WHERE a.first < b.first AND b.first <= a.last;

CREATE TABLE id_block (
  region            text COLLATE "C" NOT NULL,
  kind              text COLLATE "C" NOT NULL,
  region_number     smallint NOT NULL,
  -- Which server gave out the last block. Both are facts of the server, read by each lease.
  system_identifier bigint NOT NULL,
  timeline          integer NOT NULL,
  -- Raised when the system identifier changes or the configuration's min-epoch demands it.
  epoch_offset      integer NOT NULL,
  -- Raised by an operator, or when an epoch has no sequences left.
  epoch_raise       smallint NOT NULL,
  -- Computed, not counted: a promoted replica that has forgotten this row still computes a higher
  -- one, because its timeline is higher.
  epoch             integer NOT NULL
                    GENERATED ALWAYS AS ((timeline + epoch_offset) * 4 + epoch_raise) STORED,
  next_sequence     bigint NOT NULL,
  CONSTRAINT id_block_pk PRIMARY KEY (region, kind),
  CONSTRAINT id_block_region_number_in_range CHECK (region_number BETWEEN 1 AND 255),
  CONSTRAINT id_block_kind_is_three_letters CHECK (kind ~ '^[a-z]{3}$'),
  CONSTRAINT id_block_offset_not_negative CHECK (epoch_offset >= 0),
  CONSTRAINT id_block_raise_in_range CHECK (epoch_raise BETWEEN 0 AND 3),
  CONSTRAINT id_block_epoch_fits_14_bits CHECK (epoch BETWEEN 0 AND 16383),
  CONSTRAINT id_block_sequence_fits_41_bits CHECK (next_sequence BETWEEN 0 AND 2199023255552)
);

CREATE TABLE id_lease (
  region text COLLATE "C" NOT NULL,
  kind   text COLLATE "C" NOT NULL,
  epoch  integer NOT NULL,
  first  bigint NOT NULL,
  last   bigint NOT NULL,
  node   text COLLATE "C" NOT NULL,
  at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT id_lease_pk PRIMARY KEY (region, kind, epoch, first),
  CONSTRAINT id_lease_not_empty CHECK (first BETWEEN 0 AND last)
);
