namespace java brine.lab.peers.scrooge.generated

// The model of the site study; the names end in T so that the generated classes stand beside the model's in one file.

enum SiteTypeT {
  Unknown     = 0
  Flash       = 1
  Silverlight = 2
  Html5       = 3
}

enum SiteFlagT {
  Unknown = 0
  Free    = 1
  Premium = 2
}

enum PageComponentTypeT {
  Unknown = 0
  Text    = 1
  Button  = 2
  Blog    = 3
}

struct DomainT {
  1: required string name
  2: required bool primary
}

struct MetaTagT {
  1: required string name
  2: required string value
}

struct TextComponentDataT {
  1: required string text
}

struct ButtonComponentDataT {
  1: required string name
  2: required string text
  3: required binary action
}

struct BlogComponentDataT {
  1: required string name
  2: required bool rss
  3: required bool tags
}

union PageComponentDataT {
  1: TextComponentDataT text
  2: ButtonComponentDataT button
  3: BlogComponentDataT blog
}

struct PageComponentPositionT {
  1: required i32 x
  2: required i32 y
}

struct PageComponentT {
  1: required binary id
  2: required PageComponentTypeT componentType
  3: required PageComponentDataT data
  4: optional PageComponentPositionT position
  5: required i64 dateCreated
  6: required i64 dateUpdated
}

struct PageT {
  1: required string name
  2: required string path
  3: required list<MetaTagT> metaTags
  4: required list<PageComponentT> components
}

struct DomainEntryPointT {
  1: required string domain
  2: required bool primary
}

struct FreeEntryPointT {
  1: required string userName
  2: required string siteName
  3: required bool primary
}

union EntryPointT {
  1: DomainEntryPointT domain
  2: FreeEntryPointT free
}

struct SiteT {
  1: required binary id
  2: required binary ownerId
  3: required i64 revision
  4: required SiteTypeT siteType
  5: required list<SiteFlagT> flags
  6: required string name
  7: required string description
  8: required list<DomainT> domains
  9: required list<MetaTagT> defaultMetaTags
  10: required list<PageT> pages
  11: required list<EntryPointT> entryPoints
  12: required bool published
  13: required i64 dateCreated
  14: required i64 dateUpdated
}

struct SiteCreatedT {
  1: required binary id
  2: required binary ownerId
  3: required SiteTypeT siteType
}

struct SiteNameSetT {
  1: required string name
}

struct SiteDescriptionSetT {
  1: required string description
}

struct SiteRevisionSetT {
  1: required i64 revision
}

struct SitePublishedT {
}

struct SiteUnpublishedT {
}

struct SiteFlagAddedT {
  1: required SiteFlagT siteFlag
}

struct SiteFlagRemovedT {
  1: required SiteFlagT siteFlag
}

struct DomainAddedT {
  1: required string name
}

struct DomainRemovedT {
  1: required string name
}

struct PrimaryDomainSetT {
  1: required string name
}

struct DefaultMetaTagAddedT {
  1: required string name
  2: required string value
}

struct DefaultMetaTagRemovedT {
  1: required string name
}

struct PageAddedT {
  1: required string path
}

struct PageRemovedT {
  1: required string path
}

struct PageNameSetT {
  1: required string path
  2: required string name
}

struct PageMetaTagAddedT {
  1: required string path
  2: required string name
  3: required string value
}

struct PageMetaTagRemovedT {
  1: required string path
  2: required string name
}

struct PageComponentAddedT {
  1: required string pagePath
  2: required binary id
  3: required PageComponentTypeT componentType
}

struct PageComponentRemovedT {
  1: required string pagePath
  2: required binary id
}

struct PageComponentPositionSetT {
  1: required binary id
  2: required i32 x
  3: required i32 y
}

struct PageComponentPositionResetT {
  1: required binary id
}

struct TextComponentDataSetT {
  1: required binary id
  2: required string text
}

struct ButtonComponentDataSetT {
  1: required binary id
  2: required string name
  3: required string text
  4: required binary action
}

struct BlogComponentDataSetT {
  1: required binary id
  2: required string name
  3: required bool rss
  4: required bool tags
}

struct DomainEntryPointAddedT {
  1: required string domain
}

struct FreeEntryPointAddedT {
  1: required string userName
  2: required string siteName
}

struct EntryPointRemovedT {
  1: required string lookupKey
}

struct PrimaryEntryPointSetT {
  1: required string lookupKey
}

struct DataEventT {
  1: required string id
  2: required i32 timestamp
  3: required string message
}

// The page events of an older and a newer program, whose PageAdded has a title.

struct OlderPageAddedT {
  1: required string path
}

struct OlderPageRemovedT {
  1: required string path
}

union OlderPageEventT {
  1: OlderPageAddedT pageAdded
  2: OlderPageRemovedT pageRemoved
}

struct OlderPageHistoryT {
  1: required list<OlderPageEventT> events
}

struct NewerPageAddedT {
  1: required string path
  2: optional string title
}

struct NewerPageRemovedT {
  1: required string path
}

union NewerPageEventT {
  1: NewerPageAddedT pageAdded
  2: NewerPageRemovedT pageRemoved
}

struct NewerPageHistoryT {
  1: required list<NewerPageEventT> events
}
