// document: Scenario 1: Category Filtering for Live Room List

import AtomicXCore
import Combine

// 1. Data manager for fetching and filtering
class LiveListManager {
    private let liveListStore = LiveListStore.shared
    private var cancellables = Set<AnyCancellable>()
    private var fullLiveList: [LiveInfo] = []

    // Publisher for the filtered live list
    let filteredLiveListPublisher = CurrentValueSubject<[LiveInfo], Never>([])

    init() {
        liveListStore.state
            .subscribe(StatePublisherSelector(keyPath: \LiveListState.liveList))
            .receive(on: DispatchQueue.main)
            .sink { [weak self] fetchedList in
                self?.fullLiveList = fetchedList
                // By default, publish the complete list
                self?.filteredLiveListPublisher.send(fetchedList)
            }
            .store(in: &cancellables)
    }

    func fetchFirstPage() {
        liveListStore.fetchLiveList(cursor: "", count: 20) { _ in }
    }

    /// Filter the live list by category
    func filterLiveList(by categoryId: NSNumber?) {
        guard let categoryId = categoryId else {
            // Show the full list if no category is selected
            filteredLiveListPublisher.send(fullLiveList)
            return
        }
        let filteredList = fullLiveList.filter { liveInfo in
            liveInfo.categoryList.contains(categoryId)
        }
        filteredLiveListPublisher.send(filteredList)
    }
}

// 2. Use the manager in your LiveListViewController
class LiveListViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate {

    private let manager = LiveListManager()
    private var cancellables = Set<AnyCancellable>()
    private var liveList: [LiveInfo] = []
    private var collectionView: UICollectionView!

    override func viewDidLoad() {
        super.viewDidLoad()
        // ... setupUI ...

        // Bind data
        manager.filteredLiveListPublisher
            .receive(on: DispatchQueue.main)
            .sink { [weak self] filteredList in
                self?.liveList = filteredList
                self?.collectionView.reloadData()
            }
            .store(in: &cancellables)

        // Fetch the first page
        manager.fetchFirstPage()
    }

    // Handle category selection (e.g., UISegmentedControl)
    @objc func categorySegmentDidChange(_ sender: UISegmentedControl) {
        let selectedCategoryId: NSNumber? = 1  // Example: "Music" category ID is 1
        manager.filterLiveList(by: selectedCategoryId)
    }

    // ... (UICollectionView related code)
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {  // added: absent
        liveList.count  // added: the same
    }  // added: the same
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {  // added: absent
        collectionView.dequeueReusableCell(withReuseIdentifier: "LiveCell", for: indexPath)  // added: the same
    }  // added: the same
}
