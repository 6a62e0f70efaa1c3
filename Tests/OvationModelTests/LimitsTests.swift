import OvationModel
import Testing

@Suite struct LimitsTests {
    @Test func `every limit has a definition under its own name and a default in range`() {
        let fields = Mirror(reflecting: Limits()).children.compactMap(\.label)
        #expect(Limits.definitions.map(\.name).sorted() == fields.sorted())
        for definition in Limits.definitions {
            #expect(Limits()[keyPath: definition.field] >= definition.least, "\(definition.name)")
            var changed = Limits()
            changed[keyPath: definition.field] = 1_234_567
            let value = Mirror(reflecting: changed).children.first { $0.label == definition.name }?.value
            #expect(value as? Int == 1_234_567, "\(definition.name) names another field")
        }
    }
}
