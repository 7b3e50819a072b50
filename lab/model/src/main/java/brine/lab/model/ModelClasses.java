package brine.lab.model;

import brine.lab.model.books.Book;
import brine.lab.model.books.Branch;
import brine.lab.model.books.Click;
import brine.lab.model.records.*;
import java.util.List;

/** The classes of the model, for libraries that number classes: the number of each is its place here. */
public final class ModelClasses {
  private ModelClasses() {}

  /** Every class that is written, also those that are only parts of others; without collections. */
  public static List<Class<?>> all() {
    return List.of(
        Site.class,
        Domain.class,
        MetaTag.class,
        Page.class,
        PageComponent.class,
        PageComponentPosition.class,
        TextComponentData.class,
        ButtonComponentData.class,
        BlogComponentData.class,
        DomainEntryPoint.class,
        FreeEntryPoint.class,
        SiteType.class,
        SiteFlag.class,
        PageComponentType.class,
        SiteCreated.class,
        SiteNameSet.class,
        SiteDescriptionSet.class,
        SiteRevisionSet.class,
        SitePublished.class,
        SiteUnpublished.class,
        SiteFlagAdded.class,
        SiteFlagRemoved.class,
        DomainAdded.class,
        DomainRemoved.class,
        PrimaryDomainSet.class,
        DefaultMetaTagAdded.class,
        DefaultMetaTagRemoved.class,
        PageAdded.class,
        PageRemoved.class,
        PageNameSet.class,
        PageMetaTagAdded.class,
        PageMetaTagRemoved.class,
        PageComponentAdded.class,
        PageComponentRemoved.class,
        PageComponentPositionSet.class,
        PageComponentPositionReset.class,
        TextComponentDataSet.class,
        ButtonComponentDataSet.class,
        BlogComponentDataSet.class,
        DomainEntryPointAdded.class,
        FreeEntryPointAdded.class,
        EntryPointRemoved.class,
        PrimaryEntryPointSet.class,
        DataEvent.class,
        Click.class,
        Branch.class,
        Book.class,
        Mesh.class,
        Triangle.class,
        Vector3.class,
        AccessLog.class,
        LogLine.class,
        Address.class,
        Updates.class,
        Update.class,
        Contact.class,
        VesselKind.class,
        Guidance.class,
        Transform.class,
        Position.class,
        Terrain.class,
        Saves.class,
        Player.class,
        GameMode.class,
        Item.class,
        Spawn.class,
        Food.class,
        Experience.class,
        Abilities.class,
        Vehicle.class,
        Entity.class,
        Location.class,
        Rotation.class,
        RecipeBook.class);
  }
}
